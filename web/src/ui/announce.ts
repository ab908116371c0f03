// What everybody is told: put above every page when the server says that there is something.

import { mount } from "svelte";
import { json } from "../net/api";
import { isWhole } from "../router.svelte";
import type { Announcements } from "../wire";
import Announced from "./Announced.svelte";
import { announced, isClosed, words } from "./announced.svelte";
import { notify } from "./notices.svelte";

let there = false;

/** Asks what is announced, and shows it. */
export async function show(): Promise<void> {
  const { announcements } = await json<Announcements>("GET", "/api/announcements");
  announced.list = announcements.filter((one) => !isClosed(one));
  const app = document.getElementById("app");
  if (!there && app) mount(Announced, { target: document.body, anchor: app });
  there = true;
  // A table has no room to spare: there it is said for a moment.
  if (isWhole()) for (const one of announced.list) notify(words(one));
}
