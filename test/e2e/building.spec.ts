/** Builds in the real pages with invented data: seen before approved, followed and stopped in Home, kept to areas. */
import type { Page } from '@playwright/test'
import type { BuildFacts } from '@shared/build/build-preview.js'
import { bundleFake, servePages } from '../fakes/renderer/served-pages.mjs'
import { CleanUp } from '../fixtures/programs.js'
import { browse } from './browser.js'
import { expect, test } from './program.js'
import { violations } from './violations.js'

interface FakeWindow {
  readonly gatehouse: {
    readonly asked: readonly { readonly channel: string; readonly payload: unknown }[]
    readonly shell: { buildFacts: BuildFacts | undefined }
  }
}

/** One browser for all tests: each loads its page again. */
const cleanUp = new CleanUp()
let browser: Page
let origin: string

test.beforeAll(async () => {
  const server = cleanUp.add(await servePages(), (running) => void running.close())
  const at = server.address()
  if (at === null || typeof at === 'string') throw new Error('no port')
  origin = `http://127.0.0.1:${at.port}`
  browser = await browse(cleanUp, 'pop-up-browser.cjs', ['about:blank', '1'])
  await browser.addInitScript(await bundleFake())
})

test.afterAll(() => cleanUp.run())

const show = async (address: string): Promise<Page> => {
  await browser.setViewportSize(
    address.startsWith('approval') ? { width: 640, height: 640 } : { width: 1_120, height: 720 },
  )
  await browser.goto(`${origin}/${address}`)
  return browser
}

const asked = (page: Page, channel: string) =>
  page.evaluate(
    (name) =>
      (window as unknown as FakeWindow).gatehouse.asked
        .filter((order) => order.channel === name)
        .map(({ payload }) => payload),
    channel,
  )

test('a build is approved after its picture was seen, compared and turned', async () => {
  const page = await show('approval.html?fake=build')
  await page.locator('h1').click()
  const approve = page.getByRole('button', { name: 'Approve build' })
  await expect(approve).toBeEnabled()
  await expect(page.getByText('Replaces 212 blocks, 1 container with items.')).toBeVisible()
  await expect(page.getByText('One undo restores everything.')).toBeVisible()
  await expect(page.locator('.build-count')).toContainText('622 blocks change')
  expect((await asked(page, 'pop-up:resize')).at(-1)).toMatchObject({ wide: true })

  const body = page.locator('.pop-up-body')
  expect(await body.evaluate((element) => element.scrollHeight - element.clientHeight)).toBeLessThanOrEqual(1)
  const slider = page.getByRole('slider', { name: 'Before and after' })
  await slider.focus()
  await expect(slider).toHaveValue('49')
  for (const [key, value] of [
    ['ArrowLeft', '48'],
    ['End', '100'],
    ['Home', '0'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(slider).toHaveValue(value)
  }
  await page.keyboard.press('e')
  await expect.poll(() => asked(page, 'builds:images')).toContainEqual({ approval: 'ask-build', turn: 1 })
  await page.getByRole('button', { name: 'Turn left' }).click()
  await expect(approve).toBeEnabled()
  expect(await violations(page)).toEqual([])
  await page.getByText('Replaces 212 blocks').click()
  await expect(page.getByText('12 × Bread')).toBeVisible()
  await approve.click()
  await expect.poll(() => asked(page, 'approvals:decide')).toEqual([{ id: 'ask-build', decision: 'approve' }])
})

test('other facts than those that were shown must be read again', async () => {
  const page = await show('approval.html?fake=build')
  await page.locator('h1').click()
  const approve = page.getByRole('button', { name: 'Approve build' })
  await expect(approve).toBeEnabled()
  const reports = (await asked(page, 'pop-up:shown')).length
  await page.evaluate(() => {
    const { shell } = (window as unknown as FakeWindow).gatehouse
    const facts = { hash: 'ab'.repeat(32), name: 'hut', world: 'world', blocks: 9, changes: 9, commands: 1, seconds: 1 }
    const place = { x: 0, y: 64, z: 0 }
    const none = { kinds: [], replaced: [], containers: [], players: [], floating: [], unknown: [] }
    shell.buildFacts = { ...facts, ...none, from: place, to: place, size: place, containerCount: 0, water: 0, lava: 0 }
  })
  await page.keyboard.press('q')
  await expect(page.getByText('Replaces no blocks.')).toBeVisible()
  await expect.poll(async () => (await asked(page, 'pop-up:shown')).length).toBeGreaterThan(reports)
  await expect(approve).toBeEnabled()
  expect(await asked(page, 'approvals:decide')).toEqual([])
})

test('a build where no block can be read is shown alone, and nothing is said about what it replaces', async () => {
  const page = await show('approval.html?fake=build')
  await page.locator('h1').click()
  await expect(page.getByRole('slider', { name: 'Before and after' })).toBeVisible()
  await page.evaluate(() => {
    const { shell } = (window as unknown as FakeWindow).gatehouse
    const facts = { hash: 'cd'.repeat(32), name: 'hut', world: 'overworld', blocks: 9, changes: 9, commands: 1 }
    const place = { x: 0, y: 64, z: 0 }
    const none = { kinds: [], replaced: [], containers: [], players: [], floating: [], containerCount: 0 }
    const at = { from: place, to: place, size: place, water: 0, lava: 0, seconds: 1 }
    shell.buildFacts = { ...facts, ...none, ...at, unknown: ['unreadable'] }
  })
  await page.keyboard.press('q')
  await expect(page.getByText('the picture shows the build alone')).toBeVisible()
  await expect(page.getByRole('slider', { name: 'Before and after' })).toBeHidden()
  await expect(page.getByText('Replaces no blocks.')).toBeHidden()
  await expect(page.getByText('One undo restores everything.')).toBeHidden()
  await expect(page.locator('.build-count')).toContainText('9 blocks')
  await expect(page.getByRole('button', { name: 'Approve build' })).toBeEnabled()
  expect(await violations(page)).toEqual([])
})

test('a build without a picture says so, and its plan is read to the end', async () => {
  const page = await show('approval.html?fake=build-unseen')
  await page.locator('h1').click()
  await expect(page.getByText('No picture')).toBeVisible()
  const approve = page.getByRole('button', { name: 'Approve build' })
  await expect(approve).toBeDisabled()
  expect(await violations(page)).toEqual([])
  await page.locator('.pop-up-body').evaluate((element) => element.scrollTo(0, element.scrollHeight))
  await expect(approve).toBeEnabled()
  await page.keyboard.press('Escape')
  await expect.poll(() => asked(page, 'approvals:decide')).toEqual([{ id: 'ask-build', decision: 'deny' }])
})

test('a plan that cannot be built says why, and promises neither an approval nor an undo', async () => {
  const page = await show('approval.html?fake=build-refused')
  await page.locator('h1').click()
  const reason = page.locator('.build-placeholder')
  await expect(reason).toContainText('This plan cannot be built.')
  await expect(reason).toContainText('Part 1 (roof) is above y 319. Change its from or the origin.')
  await expect(page.getByRole('button', { name: 'Details' })).toHaveAttribute('aria-expanded', 'false')
  await expect(page.locator('#undo')).toBeEmpty()
  await page.locator('.pop-up-body').evaluate((element) => element.scrollTo(0, element.scrollHeight))
  // The second of the approve guard is over.
  const clicked = await page.evaluate(() => performance.now())
  await page.waitForFunction((from) => performance.now() > from + 2_000, clicked)
  await expect(page.getByRole('button', { name: 'Approve build' })).toBeDisabled()
  await expect(page.getByText('You can approve now.')).toHaveCount(0)
  expect(await violations(page)).toEqual([])
})

test('builds in Home are paused, stopped and undone', async () => {
  const page = await show('index.html?fake=builds')
  const row = page.locator('.build-row').first()
  await expect(row).toContainText('412 of 640 blocks')
  await expect(row).toContainText('about 2 min left')
  expect(await violations(page)).toEqual([])
  const held = page.locator('.build-row').filter({ hasText: 'Mia is in the way' })
  await expect(held).toContainText(['Build waits: stone bridge with a tower', 'Undoing stone bridge with a tower'])
  const built = page.locator('.build-row.over')
  await expect(built).toContainText('Built stone bridge with a tower')
  await expect(built.getByRole('button')).toHaveCount(0)
  await row.getByRole('button', { name: 'Pause' }).click()
  await expect(row).toContainText('Build paused: stone bridge with a tower')
  await row.getByRole('button', { name: 'Resume' }).click()
  await expect(row).toContainText('Building stone bridge with a tower')
  await row.getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByRole('dialog', { name: 'Stop this build?' })).toBeVisible()
  await page.getByRole('button', { name: 'Stop and undo' }).click()
  await expect(page.getByRole('dialog', { name: 'Undo this?' })).toBeVisible()
  expect(await asked(page, 'builds:stop')).toEqual([{ id: 'b-running' }])
  expect(await asked(page, 'undo:preview')).toEqual([{ requestId: 'b-running' }])
})

test('the owner keeps builds to areas and adds structure files', async () => {
  const page = await show('index.html?fake=server-building')
  await page.locator('.rail-link').nth(2).click()
  await page.locator('.server-row-name').first().click()
  await page.getByRole('tab', { name: 'Building' }).click()
  await page.getByRole('button', { name: 'Add an area' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('castle')
  const [from, to] = [
    page.getByRole('group', { name: 'One corner' }),
    page.getByRole('group', { name: 'The opposite' }),
  ]
  await from.getByRole('button', { name: 'Use where I stand' }).click()
  await expect(from.getByRole('textbox', { name: 'y' })).toHaveValue('64')
  for (const [axis, value] of Object.entries({ x: '40', y: '120', z: '-12' }))
    await to.getByRole('textbox', { name: axis }).fill(value)
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Add area' }).click()
  await expect(page.getByText('8 64 10 to 40 120 −12')).toBeVisible()
  await page.getByRole('button', { name: 'Add a file…' }).click()
  await expect(page.getByText('castle.schem')).toBeVisible()
  await page.getByRole('button', { name: 'Remove windmill-3fa9c2d41b07' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Windmill (medieval).schem')).toBeHidden()
})
