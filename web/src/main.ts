// Where the page begins: texts and icons first, then the app.

import { mount } from "svelte";
import App from "./App.svelte";
import "./css/tokens.css";
import "./css/base.css";
import "./css/parts.css";
import "./css/forced.css";
import { loadLanguage, t } from "./i18n/index.svelte";
import { mendImages } from "./net/pictures";
import { answers, hasServer } from "./net/reach";
import { route, startRouter } from "./router.svelte";
import { tasteOf } from "./settings.svelte";
import { loadIcons } from "./ui/icons.svelte";
import { stayed } from "./ui/notices.svelte";

const target = document.getElementById("app");
if (!target) throw new Error("index.html has no #app");

startRouter();
mendImages(document);
const framed = route().page === "embed";
if (framed) tasteOf(location.search);
await Promise.all([loadLanguage(), loadIcons()]);
if (!hasServer) await (await import("./net/engine/here")).standAlone();
mount(App, { target });

if (import.meta.env.PROD && !framed) {
  const tell = (take: () => void): void =>
    void stayed(t("common.update"), { text: t("common.update.take"), run: take });
  await import("./net/version").then(
    ({ followVersion }) => followVersion(tell),
    // A server that answers and has this script no more has another version.
    () => answers().then((yes) => yes && tell(() => location.reload())),
  );
}
