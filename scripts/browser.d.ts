/** Where get-browser.ts puts the one it fetches. */
export declare const fetchedBrowser: string
export declare const fetchedLauncher: string
/** Installed browsers in the order we trust them. */
export declare function browserCandidates(): string[]
/**
 * Tests never need the network, containers have a small /dev/shm, and root has no sandbox. Without a graphics card, drawing
 * as if there were one takes a fifth of all the time.
 */
export declare const browserFlags: string[]
/** For both Playwright and vitest. */
export declare function launchOptions(): {
  executablePath?: string | undefined
  args: string[]
  chromiumSandbox: boolean
}
