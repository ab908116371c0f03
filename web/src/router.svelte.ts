// Paths to pages, with the history of the browser. Links are plain <a href>; a click on one of
// ours changes the page without loading it.

export type Route =
  | { page: "home" }
  | { page: "new" }
  | { page: "tables" }
  | { page: "table"; id: string; key?: string; view?: TableView }
  | { page: "games" }
  | { page: "replay"; id?: string }
  | { page: "study" }
  | { page: "embed"; id: string }
  | { page: "account" }
  | { page: "settings" }
  | { page: "club" }
  | { page: "rules"; name?: string; play?: string[] }
  | { page: "learn"; name?: string }
  | { page: "lost" };

/** How a table is shown, where its link says so. */
export type TableView = "text" | "board";

/** Which page a path asks for. */
export function read(path: string, query = ""): Route {
  const [first = "", second, third, fourth] = path.split("/").filter((part) => part !== "");
  if (first === "t" && second !== undefined && fourth === undefined) {
    const key = new URLSearchParams(query).get("k");
    const table = { page: "table", id: second, ...(key === null ? {} : { key }) } as const;
    if (third === undefined) return table;
    if (third === "text" || third === "board") return { ...table, view: third };
  }
  if (third !== undefined) return { page: "lost" };
  if (first === "replay") {
    return second === undefined ? { page: "replay" } : { page: "replay", id: second };
  }
  if (first === "rules") return rulesRoute(second, query);
  if (first === "learn") {
    return second === undefined ? { page: "learn" } : { page: "learn", name: second };
  }
  if (first === "embed" && second !== undefined) return { page: "embed", id: second };
  if (first === "u" && second !== undefined) return { page: "club" };
  if (second !== undefined) return { page: "lost" };
  switch (first) {
    case "":
      return { page: "home" };
    case "new":
    case "tables":
    case "games":
    case "study":
    case "account":
    case "settings":
      return { page: first };
    case "people":
    case "boards":
    case "bots":
    case "admin":
      return { page: "club" };
    default:
      return { page: "lost" };
  }
}

/** The rules, with the pages that matter at the table one comes from: `?play=base.inns`. */
function rulesRoute(name: string | undefined, query: string): Route {
  const play = new URLSearchParams(query).get("play");
  return {
    page: "rules",
    ...(name === undefined ? {} : { name }),
    ...(play === null || play === "" ? {} : { play: play.split(".") }),
  };
}

function here(): Route {
  return read(location.pathname, location.search);
}

let current = $state.raw<Route>(here());
let path = $state(location.pathname);

/** The page that is shown. */
export function route(): Route {
  return current;
}

/** Whether a page fills the screen: a table, a lesson, a frame in another page. All others have bars,
 *  and nobody is led away from one that has none without being asked. */
export function isWhole(at: Route = current): boolean {
  if (at.page === "learn") return at.name !== undefined;
  return ["embed", "table", "replay", "study"].includes(at.page);
}

/** Its path. */
export function routePath(): string {
  return path;
}

function show(): void {
  path = location.pathname;
  current = here();
}

/** Goes to another page. */
export function go(to: string, replace = false): void {
  history[replace ? "replaceState" : "pushState"](null, "", to);
  show();
  scrollTo(0, 0);
  // A new page begins at its heading, for those who cannot see that it changed.
  requestAnimationFrame(() => focusPage(60));
}

/** A page that is still being loaded is waited for, unless somebody has moved on meanwhile. */
function focusPage(frames: number): void {
  const main = document.getElementById("main");
  const free = document.activeElement === null || document.activeElement === document.body;
  if (main && (free || frames === 60)) main.focus({ preventScroll: true });
  else if (!main && frames > 0) requestAnimationFrame(() => focusPage(frames - 1));
}

function followed(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || link.target !== "" || link.hasAttribute("download")) return;
  if (link.origin !== location.origin || /^\/(api|art)\//.test(link.pathname)) return;
  if (link.pathname === location.pathname && link.hash !== "") return;
  if (current.page === "embed") {
    // Only the board may be inside another page: everything else opens beside it.
    link.target = "_blank";
    link.rel = "noopener";
    return;
  }
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}

/** Listens to clicks and to the browser's own buttons. */
export function startRouter(): void {
  addEventListener("popstate", show);
  document.addEventListener("click", followed);
}
