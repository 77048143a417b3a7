/** Both GIF encoders as scripts: `node bench/compared/gifs.mjs OUT`, after `npm install --no-save gifenc@1.0.3`. */
import { build } from "esbuild";

const [OUT] = process.argv.slice(2);
for (const [name, file] of Object.entries({ ours: "../../web/end/picture/gif", gifenc: "./gifenc" })) {
  await build({
    stdin: { contents: `import { gif } from "${file}"; window.${name} = gif;`, resolveDir: import.meta.dirname },
    outfile: `${OUT}/${name}.js`,
    mainFields: ["module", "main"],
    bundle: true,
    minify: true,
    format: "esm",
  });
}
