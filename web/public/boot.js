// Runs before the first paint, so that a dark page never flashes white. The rest is in src/theme.
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
})();
