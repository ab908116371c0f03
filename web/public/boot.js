// Runs before the first paint, so that a dark page never flashes white (the rest is in src/theme),
// and asks for the files of this very page before the scripts do (tools/early.ts lists them).
(function () {
  var kept = {};
  try {
    kept = JSON.parse(localStorage.getItem("trencavel.settings") || "{}");
  } catch (_) {
    // Storage may be forbidden: then the system decides.
  }
  // A frame in another page may ask for day or night in its address.
  var night = /^\/embed\//.test(location.pathname) && /[?&]night=([01])/.exec(location.search);
  if (night) kept.theme = night[1] === "1" ? "dark" : "light";
  var asks = function (query) {
    return matchMedia(query).matches;
  };
  var root = document.documentElement;
  var dark =
    kept.theme === "dark" || (kept.theme !== "light" && asks("(prefers-color-scheme: dark)"));
  root.dataset.theme = dark ? "dark" : "light";
  var more =
    kept.contrast === "more" || (kept.contrast !== "standard" && asks("(prefers-contrast: more)"));
  root.dataset.contrast = more ? "more" : "standard";

  var list = document.getElementById("early");
  if (!list) return;
  var early = JSON.parse(list.textContent);
  var ask = function (rel, kind, path) {
    var link = document.createElement("link");
    link.rel = rel;
    if (kind) link.as = kind;
    link.crossOrigin = "anonymous";
    link.href = path;
    document.head.appendChild(link);
  };
  // As src/i18n chooses.
  var wanted = kept.language && kept.language !== "system" ? [kept.language] : navigator.languages;
  var known = wanted.map(function (tag) {
    return early.texts[tag.toLowerCase().split("-")[0]];
  });
  if (early.icons) ask("preload", "fetch", early.icons);
  ask("preload", "fetch", known.filter(Boolean)[0] || early.texts.en);
  (early.pages[location.pathname.split("/")[1]] || []).forEach(function (path) {
    if (/\.css$/.test(path)) ask("preload", "style", path);
    else if (/\.json$/.test(path)) ask("preload", "fetch", path);
    else ask("modulepreload", "", path);
  });
})();
