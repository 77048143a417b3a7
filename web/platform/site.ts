/** The address of this site. Its scripts are in its folder `static/`, also if a proxy serves it below a path. */
const { href, host, pathname } = new URL("..", import.meta.url);

/** The path of the site without its last slash: "" or, for instance, "/games". Paths in this client do not include it. */
export const PREFIX = pathname.slice(0, -1);
/** The address of the site without its last slash. */
export const SITE = href.slice(0, -1);
/** The address of the site as people type it. */
export const TYPED = host + PREFIX;
