// Games by days: the bell, my turns, the next game, leave, and messages of the browser.

import { chromium, expect, test, type Page } from "@playwright/test";
import { accessible } from "./accessible";
import { languages, LONG, person, say, type Language } from "./kit";
import { post } from "./played";
import { TestServer } from "./server";

let server: TestServer;
test.beforeEach(async () => {
  server = await TestServer.start(["--notify-after-seconds", "0"]);
});
test.afterEach(async () => server.stop());

/** Sent to a page: asks the server as its person. */
async function ask<T>(page: Page, method: string, path: string, body: unknown = {}): Promise<T> {
  return page.evaluate(
    async ([method, path, body]) => {
      const response = await fetch(path, {
        method,
        headers: { "content-type": "application/json" },
        ...(method === "GET" ? {} : { body: JSON.stringify(body) }),
      });
      if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
      const text = await response.text();
      return (text === "" ? {} : JSON.parse(text)) as T;
    },
    [method, path, body] as const,
  );
}

async function come(page: Page, name: string): Promise<void> {
  await post(page, "/api/guest", { name });
  await page.goto("/");
}

/** A table by days: its maker must move first. */
async function byDays(maker: Page, other: Page): Promise<string> {
  const made = await ask<{ id: string; key: string }>(maker, "POST", "/api/tables", {
    config: {
      plan: { family: "country" },
      seats: [{ kind: "me" }, { kind: "anyone" }],
      clock: { kind: "days", days: 2 },
    },
  });
  const value = "ab".repeat(16);
  await ask(other, "POST", `/api/tables/${made.id}/seats/1`, { key: made.key, value });
  await ask(maker, "POST", `/api/tables/${made.id}/start`, {});
  return made.id;
}

async function tour(page: Page, language: Language, id: string): Promise<void> {
  const bell = page.locator("[data-bell]");
  const unseen = async (): Promise<number> =>
    (await ask<{ unseen: number }>(page, "GET", "/api/me/notices")).unseen;
  await expect.poll(unseen).toBe(1);
  await page.goto("/");
  await expect(bell.locator("i")).toHaveText("1");
  await expect(page).toHaveTitle(/^\(1\) /);
  await accessible(page, "the bell");
  const screen = page.viewportSize() ?? { width: 390, height: 844 };
  await page.setViewportSize({ ...screen, width: 360 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth), "360 px").toBe(360);
  await page.setViewportSize(screen);
  await page.locator("[data-waiting]").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(say(language, "inbox.turns"));
  await expect(page.locator(`a[href="/t/${id}"]`)).toBeVisible();
  await accessible(page, "my turns");
  await page.goto("/");
  await bell.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(say(language, "inbox.notices"));
  const line = page.locator(`main a[href="/t/${id}"]`);
  await expect(line).toContainText("Bela");
  await accessible(page, "notices");
  await expect(bell.locator("i")).toHaveCount(0);
  await line.click();
  await page.waitForURL(`**/t/${id}`);
}

for (const [language, details] of languages("fr")) {
  for (const phone of [true, false]) {
    const where = phone ? "phone" : "desk";
    const lane = phone ? details : LONG;
    test(`a turn is told by the bell, ${where}, ${language}`, lane, async ({ browser }) => {
      const anna = await person(browser, server, { language, phone });
      const bela = await person(browser, server, { language });
      await come(anna.page, "Anna");
      await come(bela.page, "Bela");
      const id = await byDays(anna.page, bela.page);
      await tour(anna.page, language, id);
      await anna.leave();
      await bela.leave();
      expect([...anna.wrong, ...bela.wrong]).toEqual([]);
    });
  }
}

async function account(page: Page, name: string): Promise<void> {
  await post(page, "/api/accounts", { name, password: "correct horse" });
  // What is sought is what was sought last.
  await page.addInitScript(() => localStorage.setItem("trencavel.seek", '{"pools":["days"]}'));
  await page.goto("/");
}

test(
  "a search by days goes on without a page, and the bell tells at once",
  LONG,
  async ({ browser }) => {
    const anna = await person(browser, server, { language: "fr", phone: true });
    const bela = await person(browser, server);
    await account(anna.page, "Anna");
    await account(bela.page, "Bela");
    await anna.page.locator("[data-seek]").click();
    await expect(anna.page.locator(".seek")).toContainText(say("fr", "seek.lasts"));
    await accessible(anna.page, "searching by days");
    await anna.page.screenshot({ path: "test-results/days/searching.png" });
    await anna.page.locator("[data-leave]").click();
    const lasting = anna.page.locator("[data-lasting]");
    await expect(lasting).toBeVisible();
    // It is ended from another page than the one that began it.
    await anna.page.goto("/turns");
    await expect(lasting).toContainText(say("fr", "seek.lasting"));
    await accessible(anna.page, "what lasts");
    await anna.page.screenshot({ path: "test-results/days/lasting.png" });
    await lasting.getByRole("button").click();
    await expect(lasting).toHaveCount(0);
    await anna.page.goto("/");
    await anna.page.locator("[data-seek]").click();
    await anna.page.locator("[data-leave]").click();
    await expect(lasting).toBeVisible();
    await bela.page.locator("[data-seek]").click();
    await bela.page.waitForURL(/\/t\//);
    // Nobody asks anew: the page is told.
    await expect(anna.page.locator("[data-bell] i")).toHaveText("1", { timeout: 10_000 });
    await expect(lasting).toHaveCount(0);
    await anna.leave();
    await bela.leave();
    expect([...anna.wrong, ...bela.wrong]).toEqual([]);
  },
);

test("from a game that waits for others the next one is a key away", LONG, async ({ browser }) => {
  const anna = await person(browser, server);
  const bela = await person(browser, server);
  await come(anna.page, "Anna");
  await come(bela.page, "Bela");
  const mine = await byDays(anna.page, bela.page);
  const theirs = await byDays(bela.page, anna.page);
  await anna.page.goto(`/t/${theirs}`);
  const next = anna.page.locator("[data-next-game]");
  await expect(next).toHaveText(say("en", "inbox.next").replace("{n}", "1"));
  await next.focus();
  await anna.page.keyboard.press("Enter");
  await anna.page.waitForURL(`**/t/${mine}`);
  // Whoever waits may give a day more.
  await bela.page.goto(`/t/${mine}`);
  await bela.page.getByRole("button", { name: say("en", "table.menu") }).click();
  await bela.page.getByRole("button", { name: say("en", "inbox.give") }).click();
  await expect
    .poll(async () => {
      const { turns } = await ask<{ turns: { due: number }[] }>(anna.page, "GET", "/api/me/turns");
      return Math.round(((turns[0]?.due ?? 0) - Date.now()) / 86_400_000);
    })
    .toBe(3);
  await anna.leave();
  await bela.leave();
  expect([...anna.wrong, ...bela.wrong]).toEqual([]);
});

test("how one is told, leave and the calendar are settings", LONG, async ({ browser }) => {
  const { page, leave, wrong } = await person(browser, server, { phone: true });
  await come(page, "Anna");
  // The link of the bell leads to the very part.
  await page.goto("/notices");
  await page.locator('a[href="/settings#reach"]').click();
  const reach = page.locator("[data-reach]");
  await expect(reach).toBeFocused();
  await expect(reach.getByRole("heading")).toBeInViewport();
  const box = reach.getByRole("checkbox", {
    name: say("en", "inbox.want.on")
      .replace("{what}", say("en", "inbox.want.over"))
      .replace("{how}", say("en", "inbox.channel.push")),
  });
  await expect(box).not.toBeChecked();
  await box.check();
  await expect
    .poll(async () => {
      type Told = { wants: { kind: string; channels: string[] }[] };
      const { wants } = await ask<Told>(page, "GET", "/api/me/wants");
      return wants.find(({ kind }) => kind === "over")?.channels.join();
    })
    .toBe("bell,push");
  const away = page.locator("[data-leave]");
  await away.getByRole("button", { name: say("en", "inbox.leave.set") }).click();
  await expect(away.getByRole("button", { name: say("en", "inbox.leave.end") })).toBeVisible();
  await away.getByRole("button", { name: say("en", "inbox.leave.end") }).click();
  await expect(away.getByRole("button", { name: say("en", "inbox.leave.set") })).toBeVisible();
  const forced = page.locator("[data-wishes]").getByRole("switch").first();
  await forced.focus();
  await page.keyboard.press("Space");
  await expect
    .poll(async () => (await ask<{ forced: boolean }>(page, "GET", "/api/me/profile")).forced)
    .toBe(true);
  await page.getByRole("button", { name: say("en", "inbox.calendar.make") }).click();
  await page.getByRole("button", { name: say("en", "inbox.calendar.new") }).click();
  const address = await page.locator("#calendar").inputValue();
  const calendar = await page.request.get(address);
  expect(await calendar.text()).toContain("BEGIN:VCALENDAR");
  await accessible(page, "settings");
  await leave();
  expect(wrong).toEqual([]);
});

test("the worker shows a message, and a click opens its table", async () => {
  // The browser of the other tests has no window, and shows no messages.
  const browser = await chromium.launch({
    executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu"],
  });
  const { page, context, wrong } = await person(browser, server, { kept: true });
  await context.grantPermissions(["notifications"]);
  await come(page, "Anna");
  await page.evaluate(() => navigator.serviceWorker.ready);
  const tools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    tools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(server.url));
      if (own) resolve(own.registrationId);
    });
  });
  await tools.send("ServiceWorker.enable");
  const message = {
    kind: "turn",
    title: "Your turn",
    body: "2 days left",
    path: "/t/abc",
    tag: "abc",
  };
  await tools.send("ServiceWorker.deliverPushMessage", {
    origin: server.url,
    registrationId: await registered,
    data: JSON.stringify(message),
  });
  const shown = (): Promise<string[]> =>
    page.evaluate(async () => {
      const worker = await navigator.serviceWorker.ready;
      const all = await worker.getNotifications();
      return all.map((one) => `${one.title}|${one.body}|${one.tag}`);
    });
  await expect.poll(shown).toEqual(["Your turn|2 days left|abc"]);
  const worker = context.serviceWorkers()[0];
  if (!worker) throw new Error("no worker");
  const opened = await worker.evaluate(async () => {
    interface Click extends Event {
      waitUntil: (work: Promise<unknown>) => void;
    }
    const self = globalThis as unknown as EventTarget & {
      clients: { openWindow: (url: string) => Promise<null> };
      registration: ServiceWorkerRegistration;
      NotificationEvent: new (kind: string, given: { notification: Notification }) => Click;
    };
    // A test presses no button of the system: what would be opened is noted.
    const noted: string[] = [];
    self.clients.openWindow = (url) => {
      noted.push(url);
      return Promise.resolve(null);
    };
    const [notification] = await self.registration.getNotifications();
    if (!notification) return noted;
    const waits: Promise<unknown>[] = [];
    const click = new self.NotificationEvent("notificationclick", { notification });
    click.waitUntil = (work) => void waits.push(work);
    self.dispatchEvent(click);
    await Promise.all(waits);
    return noted;
  });
  expect(opened).toEqual(["/t/abc"]);
  await expect.poll(shown).toEqual([]);
  await context.close();
  await browser.close();
  expect(wrong).toEqual([]);
});

test(
  "the links of mails lead to pages that ask before they do anything",
  LONG,
  async ({ browser }) => {
    const { page, leave, wrong } = await person(browser, server, {
      language: "fr",
      phone: true,
      expected: /status of 4\d\d/,
    });
    for (const path of [
      "/reset",
      `/reset/${"A".repeat(43)}`,
      `/confirm/${"A".repeat(43)}`,
      "/end/x",
    ]) {
      await page.goto(path);
      await page.locator("#main h1").waitFor();
      await accessible(page, path);
    }
    await page.getByRole("button", { name: say("fr", "inbox.end.do") }).click();
    await expect(page.getByText(/n’est plus valable/).first()).toBeVisible();
    await page.goto("/confirm");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      say("fr", "errors.lost.title"),
    );
    await leave();
    expect(wrong).toEqual([]);
  },
);
