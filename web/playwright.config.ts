import { defineConfig } from "@playwright/test";

// Debian's own browser: nothing is downloaded.
const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium";

export default defineConfig({
  testDir: "e2e",
  // Whole games take a while on two cores.
  timeout: 240_000,
  // A machine may be busy; what comes is waited for, and nothing sleeps.
  expect: { timeout: 40_000 },
  // A browser for each worker and a server for each test, which plays the same games whatever ran
  // before it. Two at once keep two cores busy.
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env["CI"]),
  // The same games are played every time: what fails is a fault.
  retries: 0,
  reporter: [["list"]],
  use: {
    launchOptions: { executablePath, args: ["--no-sandbox"] },
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
    actionTimeout: 40_000,
    screenshot: "only-on-failure",
    trace: "off",
  },
});
