/** Work that can wait until the page has been drawn. */
import { lang } from "./i18n/language";
import { keepOffline } from "./platform/service_worker";
import { watchFocus } from "./ui/focus";

watchFocus();
keepOffline(lang);
