/** The real tray program, driven as a person would. */
import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { _electron, test as base, type ElectronApplication, expect, type Locator, type Page } from '@playwright/test'
import { defaultSettings, type Settings } from '@shared/program/settings.js'
import { withDisplay } from '../../scripts/display.mjs'
import { resolveElectron, sandboxArguments } from '../../scripts/electron/resolve.mjs'
import type { GatehouseApi } from '../../src-main/owner/table/table.js'
import { CleanUp, root } from '../fixtures/programs.js'
import { until } from '../fixtures/until.js'

declare const gatehouse: GatehouseApi

export interface Program {
  readonly electron: ElectronApplication
  readonly profile: string
  /** The window with the live events. */
  readonly window: Page
  /** The approval pop-up, hidden while nothing is asked. */
  readonly popUp: Page
}

/** Milliseconds for a program to start or end, and for a page to be used. */
export const patienceMs = 90_000

/** The settings as the window has them. */
export const settingsOf = (window: Page): Promise<Settings> =>
  window.evaluate(async () => {
    const known = await gatehouse.request('settings:get', undefined)
    if (!known.ok) throw new Error(known.error.message)
    return known.value
  })

/** Whether a server is online. */
const hasServer = (window: Page): Promise<boolean> =>
  window.evaluate(async () => {
    const known = await gatehouse.request('servers:list', undefined)
    return known.ok && known.value.servers.some(({ state }) => state === 'online')
  })

/** Starts the program, and returns before it is ready. */
export async function start(
  cleanUp: CleanUp,
  args: readonly string[],
  profile: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<ElectronApplication> {
  const { executable } = await resolveElectron({ prepare: true, say: () => {} })
  const electron = cleanUp.add(
    await _electron.launch({
      executablePath: executable,
      timeout: patienceMs,
      args: [...sandboxArguments(), root, '--profile', profile, ...args],
      env: { ...(process.env as Record<string, string>), LANG: 'en_US.UTF-8', LANGUAGE: 'en', ...environment },
    }),
    (running) => running.close(),
  )
  electron.context().setDefaultTimeout(patienceMs)
  return electron
}

export async function launch(
  cleanUp: CleanUp,
  args: readonly string[] = [],
  profile = usedProfile(cleanUp),
  environment: Readonly<Record<string, string>> = {},
): Promise<Program> {
  const electron = await start(cleanUp, args, profile, environment)
  // A window is announced before its page has an address.
  const page = async (name: string): Promise<Page> => {
    const find = () => electron.windows().find((candidate) => candidate.url().endsWith(`/${name}.html`))
    await until(() => find() !== undefined)
    return find() as Page
  }
  const window = await page('index')
  const popUp = await page('approval')
  await until(() => existsSync(path.join(profile, 'gateway.json')))
  // On a busy machine it is ready before its demo world.
  if (args.includes('--simulator') || (await settingsOf(window)).demoWorld) await until(() => hasServer(window))
  return { electron, profile, window, popUp }
}

/** A profile that has finished the first steps. */
export function usedProfile(cleanUp: CleanUp): string {
  const profile = cleanUp.folder()
  const { language, theme, servers, demoWorld } = defaultSettings
  const settings = { version: 1, language, theme, servers, demoWorld, welcomed: true, otherClients: 'allow' }
  writeFileSync(path.join(profile, 'settings.json'), JSON.stringify(settings), { mode: 0o600 })
  return profile
}

/** A test that undoes, last first, what it set up, on a screen that no other test uses meanwhile. */
export const test = base.extend<{ cleanUp: CleanUp }, { ownDisplay: undefined }>({
  ownDisplay: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what a fixture needs.
    async ({}, use) => {
      const display = await withDisplay()
      if (!display) throw new Error('No display found, and no Xvfb.')
      Object.assign(process.env, display.env)
      await use(undefined)
      await display.stop()
    },
    { scope: 'worker', auto: true },
  ],

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what a fixture needs.
  cleanUp: async ({}, use) => {
    const cleanUp = new CleanUp()
    await use(cleanUp)
    await cleanUp.run()
  },
})

/**
 * One program with the demo world for all tests of a file, whose rules are removed after each. After a failed test there
 * is a new one.
 */
export function sharedProgram(): () => Program {
  const cleanUp = new CleanUp()
  let shared: Program | undefined
  const program = () => {
    if (!shared) throw new Error('The program has not started.')
    return shared
  }
  test.beforeAll(async () => {
    shared = await launch(cleanUp, ['--simulator'])
  })
  test.afterEach(() =>
    program().window.evaluate(async () => {
      const known = await gatehouse.request('rules:list', {})
      if (!known.ok) throw new Error(known.error.message)
      for (const { id } of known.value.rules) await gatehouse.request('rules:remove', { id })
    }),
  )
  test.afterAll(() => cleanUp.run())
  return program
}

/** Opens the rules, in the language of the window. */
export async function openRules(window: Page, { approvals = 'Approvals', rules = 'Rules' } = {}): Promise<void> {
  await window.getByRole('button', { name: approvals, exact: true }).click()
  await window.getByRole('radio', { name: rules, exact: true }).check({ force: true })
}

/** Opens the control for what an approval covers and how long. */
export const openScope = ({ popUp }: Program): Promise<void> => popUp.locator('.scope-button').click()

export { expect }

/** Whether the pop-up is visible. */
export const isPopUpVisible = ({ electron }: Program): Promise<boolean> =>
  electron.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().some(
      (window) => window.webContents.getURL().includes('approval') && window.isVisible(),
    ),
  )

/**
 * From now on, notes when a button is locked. It is locked for one second, and a busy machine may check too late.
 *
 * @param label how its label begins while it is locked
 * @returns waits until it was locked
 */
export async function watchLock(page: Page, label: string): Promise<() => Promise<void>> {
  const changes = await page.evaluateHandle((start) => {
    const seen = { locked: false }
    const note = () => {
      const locked = [...document.querySelectorAll('button:disabled')]
      seen.locked ||= locked.some(({ textContent }) => textContent.startsWith(start))
    }
    note()
    const options = { subtree: true, childList: true, characterData: true, attributeFilter: ['disabled'] }
    new MutationObserver(note).observe(document.documentElement, options)
    return seen
  }, label)
  return () => expect.poll(() => changes.evaluate(({ locked }) => locked)).toBe(true)
}

/** Waits until a button that has just changed takes clicks again: 600 ms later, on the clock of the page. */
export const settle = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    await new Promise((resolve) => setTimeout(resolve, 650))
  })

/** Where an element is, once it is in the same place for two frames. */
export const restingBox = async (element: Locator) => {
  let box = await element.boundingBox()
  await until(async () => {
    const before = box
    await element.page().evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
    box = await element.boundingBox()
    return JSON.stringify(before) === JSON.stringify(box)
  })
  return box
}
