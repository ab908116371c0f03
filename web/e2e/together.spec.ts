// Several people at one table: invitation, watching, lost lines, a server that dies, one screen.

import { expect, test, type BrowserContext, type WebSocketRoute } from "@playwright/test";
import { brokenPictures, finalPoints, LONG, makeTable, person, tilesShown } from "./kit";
import { newTable, tableFrom, wholeRecord, withoutLast } from "./played";
import { playQuickly } from "./robot";
import { TestServer } from "./server";

let server: TestServer;
test.beforeAll(async () => {
  server = await TestServer.start();
});
test.afterAll(async () => server.stop());

/** A line that can be cut and mended. */
class Line {
  private readonly open = new Set<WebSocketRoute>();
  private cutOff = false;

  async lay(context: BrowserContext): Promise<void> {
    await context.routeWebSocket(/\/socket/, (socket) => {
      if (this.cutOff) {
        void socket.close();
        return;
      }
      this.open.add(socket);
      socket.connectToServer();
    });
  }

  cut(): void {
    this.cutOff = true;
    for (const socket of this.open) void socket.close();
    this.open.clear();
  }

  mend(): void {
    this.cutOff = false;
  }
}

// The browser itself tells of a server that does not answer; nobody can keep it from doing so.
const refused =
  /WebSocket connection to .* failed|net::ERR_(CONNECTION_\w+|SOCKET_NOT_CONNECTED|EMPTY_RESPONSE|FAILED)/;

/** How many tiles lie when it begins: most of a game, or none. */
const BEGINNINGS = [
  { name: "the end of a game", played: 44, lane: {} },
  { name: "a whole game", played: 1, lane: LONG },
] as const;

for (const { name, played, lane } of BEGINNINGS) {
  test(
    `two people and one who watches, ${name}: lines cut, the server killed, nothing lost`,
    lane,
    async ({ browser }) => {
      const look = { expected: refused };
      const owner = await person(browser, server, look);
      const guest = await person(browser, server, { ...look, language: "fr" });
      const watcher = await person(browser, server, look);
      const line = new Line();
      await line.lay(guest.context);

      if (played > 1) {
        const record = withoutLast(wholeRecord(), 72 - played);
        await owner.page.goto(`/t/${await tableFrom(owner.page, record, "country", "link")}`);
      } else await makeTable(owner.page, { others: ["link"] });
      const link = await owner.page.getByLabel("Link to this table").inputValue();
      await guest.page.goto("/");
      await guest.page.getByLabel("Coller un lien d’invitation").fill(link);
      await guest.page.getByRole("button", { name: "Rejoindre" }).first().click();
      await guest.page.getByRole("button", { name: "Prendre place" }).click();
      await guest.page.getByText("Tout le monde est là").waitFor();
      await guest.page.getByLabel("Dire quelque chose").fill("Bonjour");
      await guest.page.keyboard.press("Enter");
      await expect(owner.page.getByText("Bonjour")).toBeVisible();
      await watcher.page.goto(link);
      await expect(watcher.page.getByText("All seats are taken.")).toBeVisible();
      await owner.page.getByRole("button", { name: "Start the game" }).click();

      const both = (tiles?: number): Promise<unknown> => {
        const stop = tiles === undefined ? {} : { tiles };
        return Promise.all([playQuickly(owner.page, 11, stop), playQuickly(guest.page, 12, stop)]);
      };
      await both(played + 5);

      // One line is cut: it is said, the other may go on, and it mends by itself.
      line.cut();
      await expect(guest.page.getByText("Connexion perdue").first()).toBeVisible();
      const going = both(played + 11);
      // Until it is the one who is cut off that must move.
      await expect(owner.page.locator("[data-ask]")).toHaveCount(0);
      line.mend();
      await going;
      await expect(guest.page.getByText("Connexion perdue")).toHaveCount(0);

      // The server dies in the middle of play, and comes back on what is on its disk.
      const before = await tilesShown(watcher.page);
      const rest = both();
      const often = { intervals: [20] };
      await expect.poll(() => tilesShown(watcher.page), often).toBeGreaterThan(before + 3);
      await server.kill();
      const kept = await tilesShown(watcher.page);
      expect(kept, "it died too late").toBeLessThan(72);
      await expect(owner.page.getByText("Connection lost").first()).toBeVisible();
      await server.run();
      await expect.poll(() => tilesShown(watcher.page), { timeout: 30_000 }).toBeGreaterThan(kept);
      await rest;

      const points = await finalPoints(owner.page);
      expect(await finalPoints(guest.page)).toEqual(points);
      expect(await finalPoints(watcher.page)).toEqual(points);
      expect(await tilesShown(watcher.page)).toBe(72);
      for (const { page, context, wrong } of [owner, guest, watcher]) {
        await expect(page.getByRole("alert")).toHaveCount(0);
        // What could not be fetched meanwhile was fetched again.
        await expect.poll(() => brokenPictures(page)).toEqual([]);
        await context.close();
        expect(wrong).toEqual([]);
      }
    },
  );
}

test("two on one screen, to the end", LONG, async ({ browser }) => {
  const { page, leave, wrong } = await person(browser, server);
  await newTable(page, "screen");
  const turns = new Set<string>();
  await page.locator("[data-cell]").first().waitFor();
  // Whose turn it is, is said by name.
  for (const tiles of [3, 4, 5, 6]) {
    await playQuickly(page, tiles, { tiles });
    turns.add(await page.locator("[data-ask] h2").innerText());
  }
  expect(turns.size).toBeGreaterThan(1);
  await page.goto(
    `/t/${await tableFrom(page, withoutLast(wholeRecord(), 4), "country", "screen")}`,
  );
  await page.locator("section [role=group]").waitFor();
  const { decisions, over } = await playQuickly(page, 5);
  expect(over).toBe(true);
  expect(decisions).toBeGreaterThan(3);
  expect(await finalPoints(page)).toHaveLength(2);
  await leave();
  expect(wrong).toEqual([]);
});
