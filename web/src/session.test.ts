// Who I am: a server that cannot say it is no reason to become somebody else.

import { beforeEach, expect, it, vi } from "vitest";
import type { Me } from "./wire";

const ann = { id: "p", name: "Ann", account: false } as unknown as Me;
const answers = { me: vi.fn<() => Promise<Me | undefined>>(), guest: vi.fn<() => Promise<Me>>() };

beforeEach(() => {
  vi.resetModules();
  answers.me.mockReset();
  answers.guest.mockReset().mockResolvedValue({ ...ann, name: "Renamed" });
});

async function load() {
  const api = await import("./net/api");
  Object.assign(api.api, answers);
  const offline = new api.Failure({ type: "offline", title: "", status: 0, detail: "" });
  return { ...(await import("./session.svelte")), offline, reach: await import("./net/reach") };
}

it("asks for no guest when the server could not say who I am", async () => {
  const { ensureMe, whoAmI, offline } = await load();
  answers.me.mockRejectedValueOnce(offline).mockResolvedValue(ann);
  await expect(ensureMe()).rejects.toBe(offline);
  expect(answers.guest).not.toHaveBeenCalled();
  // Asked again, it is known.
  expect(await ensureMe()).toEqual(ann);
  expect(answers.guest).not.toHaveBeenCalled();
  expect(whoAmI()?.name).toBe("Ann");
});

it("makes a guest of whoever is known to be nobody", async () => {
  const { ensureMe } = await load();
  answers.me.mockResolvedValue(undefined);
  expect((await ensureMe()).name).toBe("Renamed");
});

it("learns who I am when the server is back", async () => {
  const { loadMe, whoAmI, offline, reach } = await load();
  answers.me.mockRejectedValueOnce(offline).mockResolvedValue(ann);
  await loadMe();
  expect(whoAmI()).toBeUndefined();
  reach.outOfReach();
  reach.reached();
  await vi.waitFor(() => expect(whoAmI()).toEqual(ann));
});
