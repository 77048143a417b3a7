/** Icons, drawn in lines on 24 by 24 units. */
const PATHS = {
  menu: "M4 6h16M4 12h16M4 18h16",
  help: "M8.5 9a3.5 3.5 0 1 1 5 3.2c-1 .6-1.5 1.3-1.5 2.6M12 18.6v.2",
  log: "M5.5 3.5h13v17h-13zM9 8h6M9 12h6M9 16h4",
  panel: "M3.5 5h17v14h-17zM14.5 5v14M17 9h1M17 12.5h1",
  share: "M12 15V3.5M7.5 8 12 3.5 16.5 8M6 12H4.5v8.5h15V12H18",
  copy: "M9 9h10v11H9zM5 15V4h10",
  clockwise: "M19 12a7 7 0 1 1-2.2-5.1M17.5 2.8v4.6h-4.6",
  anticlockwise: "M5 12a7 7 0 1 0 2.2-5.1M6.5 2.8v4.6h4.6",
  erase: "M9 6h11v12H9l-5.5-6zM12 9.5l5 5M17 9.5l-5 5",
  silent: "M4 9.5h3.5L12 5.5v13l-4.5-4H4zM16 9.5l5 5M21 9.5l-5 5",
  settings: "M4 7h8.5M17.5 7H20M4 17h2.5M11.5 17H20M17.5 7a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0M11.5 17a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0",
  keyboard: "M3 6.5h18v11H3zM6.5 10h.2M10 10h.2M14 10h.2M17.5 10h.2M7.5 14h9",
  lock: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
  crown: "M4 18h16M4.5 14.5 4 7l4.5 3.5L12 5l3.5 5.5L20 7l-.5 7.5z",
  plus: "M12 5v14M5 12h14",
  close: "M6 6l12 12M18 6 6 18",
  check: "M5 12.5 10 18 19.5 7",
  search: "M15.5 15.5 20 20M17 10.5a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0",
  back: "M14 5l-7 7 7 7M7 12h13",
  flag: "M6 21V4M6 5h11l-2.5 4L17 13H6",
  shuffle: "M3 7h4l10 10h4M3 17h4l3-3M14 10l3-3h4M18.5 4.5 21 7l-2.5 2.5M18.5 14.5 21 17l-2.5 2.5",
  book: "M12 6c-3-2-6-2-9-1v13c3-1 6-1 9 1 3-2 6-2 9-1V5c-3-1-6-1-9 1zM12 6v13",
  sheet: "M4 4h16v16H4zM4 9h16M9 9v11M14.5 9v11",
  eye: "M2.5 12C6 7.5 9 6 12 6s6 1.5 9.5 6c-3.5 4.5-6.5 6-9.5 6s-6-1.5-9.5-6M14.8 12a2.8 2.8 0 1 1-5.6 0 2.8 2.8 0 0 1 5.6 0",
  covered: "M2.5 11C6 14.5 9 16 12 16s6-1.5 9.5-5M6 14l-1.8 2.8M12 16v3.4M18 14l1.8 2.8",
  folder: "M3 6h6l2 2.5h10V19H3z",
  save: "M12 4v11M7.5 10.5 12 15l4.5-4.5M4.5 20h15",
  people: "M8 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M2.5 20c0-3.5 2.5-5.5 5.5-5.5s5.5 2 5.5 5.5zM15 11a3 3 0 1 0 0-6M16 14.5c3 0 5.5 2 5.5 5.5h-4.5",
  bot: "M6 9.5h12v9H6zM12 9.5V5M9.5 13.4v.8M14.5 13.4v.8M3.5 12.5v3M20.5 12.5v3",
  away: "M11 4H4v16h7M9 12h11M16 8l4 4-4 4",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
