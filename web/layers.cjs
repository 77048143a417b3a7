/** Layers of the client, lowest first: a file imports from its own layer or from lower ones, statically or lazily. */
const LAYERS = [
  ["platform"],
  ["i18n", "net"],
  ["state"],
  ["ui"],
  ["stage"],
  ["table"],
  ["lobby", "end", "pages"],
  ["screen"],
];

const folders = (names) => `^web/(${names.join("|")})/`;
const above = (at) => [...LAYERS.slice(at + 1).flat(), "posters"];

module.exports = {
  forbidden: [
    { name: "cycle", severity: "error", from: {}, to: { circular: true } },
    ...LAYERS.map((names, at) => ({
      name: `upward-from-${names.join("-")}`,
      severity: "error",
      from: { path: folders(names) },
      to: { path: [folders(above(at)), "^web/[^/]+\\.tsx?$"] },
    })),
    ...LAYERS.filter((names) => names.length > 1).map((names) => ({
      name: `sideways-among-${names.join("-")}`,
      severity: "error",
      from: { path: folders(names) },
      to: { path: folders(names), pathNot: "^web/$1/" },
    })),
    {
      name: "unknown-folder",
      severity: "error",
      from: { path: "^web/", pathNot: [folders([...LAYERS.flat(), "posters", "build", "css", "generated"]), "^web/[^/]+$"] },
      to: {},
    },
    {
      name: "game-to-shell",
      severity: "error",
      from: { path: "/games/[^/]+/web/" },
      to: { path: "^web/(lobby|posters)/|^web/[^/]+\\.tsx?$" },
    },
    {
      name: "game-to-game",
      severity: "error",
      from: { path: "/games/([^/]+)/web/" },
      to: { path: "/games/([^/]+)/web/", pathNot: "/games/$1/web/" },
    },
    { name: "unresolved", severity: "error", from: {}, to: { couldNotResolve: true, pathNot: "^(screens|books|pictures)$" } },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
  },
};
