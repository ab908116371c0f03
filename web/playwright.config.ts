import { defineConfig } from "@playwright/test";

// Debian's own browser, without the window that nobody would see: a fifth less work.
const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium-headless-shell";

// There is no graphics card to ask for: what stands in for one costs more than drawing without.
const args = ["--no-sandbox", "--disable-gpu", "--disable-gpu-rasterization"];
// Letters are set alike whatever this machine does for its own screen.
args.push("--font-render-hinting=none", "--disable-lcd-text");

export default defineConfig({
  testDir: "e2e",
  // Whole games take a while on two cores.
  timeout: 240_000,
  // A machine may be busy; what comes is waited for, and nothing sleeps.
  expect: {
    timeout: 40_000,
    // A pixel is another one if its colour differs by a fifth, and one in a hundred may be.
    toHaveScreenshot: { threshold: 0.2, maxDiffPixelRatio: 0.01 },
  },
  // Pictures are compared with those that were looked at; they are taken anew only if one asks for it.
  snapshotPathTemplate: "{testDir}/pictures/{arg}{ext}",
  updateSnapshots: process.env["BLESS"] === undefined ? "none" : "all",
  // A browser for each worker and a server for each file, whose tests run one after the other: it plays
  // the same games every time. Two at once keep two cores busy.
  workers: 2,
  fullyParallel: false,
  // What only repeats a path in another look or language, or for longer, has a lane of its own.
  ...(process.env["LONG"] === undefined ? { grepInvert: /@long/ } : { grep: /@long/ }),
  forbidOnly: Boolean(process.env["CI"]),
  // The same games are played every time: what fails is a fault.
  retries: 0,
  reporter: [["list"]],
  use: {
    launchOptions: { executablePath, args },
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
    actionTimeout: 40_000,
    screenshot: "only-on-failure",
    trace: "off",
  },
});
