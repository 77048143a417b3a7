/** A bare WebKitGTK window with one page: `gjs window.js FOLDER`.
 *
 * It stores the page's data in the folder, and runs the folder's `before.js` before the scripts of every page.
 * Console messages and failed requests are written to the output.
 */
imports.gi.versions.Gtk = "3.0";
imports.gi.versions.WebKit2 = "4.1";
const { GLib, Gtk, WebKit2 } = imports.gi;

const [folder] = ARGV;
const [, before] = GLib.file_get_contents(`${folder}/before.js`);

Gtk.init(null);
// A private page would write no messages to the output.
const kept = new WebKit2.WebsiteDataManager({ base_data_directory: `${folder}/data`, base_cache_directory: `${folder}/cache` });
// No proxy listens on that port, so only this computer's own address can be reached.
const nobody = WebKit2.NetworkProxySettings.new("http://127.0.0.1:9", ["127.0.0.1"]);
kept.set_network_proxy_settings(WebKit2.NetworkProxyMode.CUSTOM, nobody);
const context = new WebKit2.WebContext({ website_data_manager: kept });
const content = new WebKit2.UserContentManager();
const { TOP_FRAME } = WebKit2.UserContentInjectedFrames;
const { START } = WebKit2.UserScriptInjectionTime;
content.add_script(WebKit2.UserScript.new(new TextDecoder().decode(before), TOP_FRAME, START, null, null));

const page = new WebKit2.WebView({ web_context: context, user_content_manager: content, is_controlled_by_automation: true });
page.get_settings().enable_write_console_messages_to_stdout = true;
page.connect("resource-load-started", (_, resource) => {
  resource.connect("failed", (_, error) => {
    // The first load of a page is cancelled and restarted in its own process.
    if (!error.matches(WebKit2.NetworkError, WebKit2.NetworkError.CANCELLED)) print(`FAILED ${resource.uri} ${error.message}`);
  });
  resource.connect("finished", () => {
    const status = resource.response?.status_code ?? 0;
    if (status >= 400) print(`FAILED ${resource.uri} ${status}`);
  });
});
context.set_automation_allowed(true);
context.connect("automation-started", (_, session) => {
  const itself = new WebKit2.ApplicationInfo();
  itself.set_name("WebKitGTK");
  itself.set_version(WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version());
  session.set_application_info(itself);
  session.connect("create-web-view", () => page);
});

const window = new Gtk.Window();
window.add(page);
window.show_all();
page.connect("close", Gtk.main_quit);
Gtk.main();
