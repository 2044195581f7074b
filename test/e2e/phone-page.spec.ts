import type { Page } from '@playwright/test'
import { desktop } from '../../src-main/owner/orders/giver.js'
import { core, manifestOf } from '../fakes/fake-provider.js'
import { endOf } from '../fakes/gateway-under-test.js'
import { builtPage, home, LanScene } from '../fakes/lan-scene.js'
import pictures from '../fakes/renderer/build-pictures.json' with { type: 'json' }
import type { CleanUp } from '../fixtures/programs.js'
import { until } from '../fixtures/until.js'
import { browse } from './browser.js'
import { expect, settle, test } from './program.js'
import { violations } from './violations.js'

const place = manifestOf({ id: 'ext.build.place', type: 'action', name: 'Place a block', risk: { level: 'high' } })
const build = manifestOf({ id: 'ext.java.build', type: 'action', name: 'Build', risk: { level: 'high' } })
const ban = manifestOf({ id: 'ext.ops.ban', type: 'action', name: 'Ban \u202ereyalp', risk: { level: 'critical' } })

async function sceneOf(
  cleanUp: CleanUp,
  quorums: { criticalQuorum: number; quorums: Record<string, number> },
  parts: ConstructorParameters<typeof LanScene>[2] = {},
) {
  const assets = await builtPage()
  const network = {
    available: () => [{ ...home, kind: 'wifi' as const, address: '127.0.0.1' }],
    mayConnect: () => true,
  }
  const scene = new LanScene(cleanUp, { quorums: () => quorums }, { assets: () => assets, network, ...parts })
  await scene.lan.settled()
  scene.under.serve('overworld', [], { capabilities: [ban, core('player.ban'), place, build] })
  scene.under.gateway.approvals.attach(desktop)
  return scene
}

/** A browser on a phone. */
function browseOnPhone(cleanUp: CleanUp, scene: LanScene, address: string, language?: string): Promise<Page> {
  const { lan } = scene.lan.seen
  if (lan.kind !== 'on') throw new Error('The listener is closed.')
  return browse(cleanUp, 'phone-browser.cjs', [address, lan.fingerprint], language)
}

async function pairedPage(cleanUp: CleanUp, scene: LanScene): Promise<Page> {
  const { code } = scene.offer()
  const page = await browseOnPhone(cleanUp, scene, scene.lan.seen.pairing?.link ?? '')
  await page.getByLabel('Your name').fill('Ada')
  await page.getByLabel('Code').fill(code)
  await page.getByRole('button', { name: 'Pair' }).click()
  await until(() => scene.lan.seen.pairing?.claim !== undefined)
  scene.confirm()
  await expect(page.getByText('You are Ada.')).toBeVisible()
  return page
}

test('a person pairs their phone, reads a question to its end, and approves it', async ({ cleanUp }, testInfo) => {
  const quorums = { criticalQuorum: 1, quorums: {} }
  const scene = await sceneOf(cleanUp, quorums)
  const { code } = scene.offer()
  const page = await browseOnPhone(cleanUp, scene, scene.lan.seen.pairing?.link ?? '')
  const picture = (name: string) => page.screenshot({ path: testInfo.outputPath(`${name}.png`) })
  await page.getByLabel('Your name').fill('Ada')
  await page.getByLabel('Code').fill('12')
  await picture('pairing')
  expect(await violations(page)).toEqual([])
  await page.getByLabel('Code').fill(code)
  await page.getByRole('button', { name: 'Pair' }).click()
  await until(() => scene.lan.seen.pairing?.claim !== undefined)
  await expect(page.getByRole('status')).toHaveText(scene.lan.seen.pairing?.claim?.check ?? '')
  expect(await violations(page)).toEqual([])
  scene.confirm()
  await expect(page.getByText('You are Ada.')).toBeVisible()
  await expect(page).not.toHaveURL(/#/u)

  const call = scene.under.call(ban.id, {
    players: Array.from({ length: 90 }, (_, at) => `Player ${at}`),
    reason: '<b>!',
  })
  const approve = page.getByRole('button', { name: /Approve once|Read it first/u })
  await expect(page.getByRole('heading', { name: /use “Ban .*reyalp”/u })).toBeVisible()
  await expect(page.getByText('<b>!', { exact: true })).toBeVisible()
  await expect(page.locator('dt', { hasText: 'Undo' }).locator('+ dd')).toContainText('Can’t be undone')
  await page.getByLabel('To approve, type overworld').fill('overworld')
  await approve.scrollIntoViewIfNeeded()
  await expect(approve).toHaveText('Approve once')
  await expect(approve).toBeEnabled()
  expect(await violations(page)).toEqual([])
  await approve.click()
  await expect(page.getByText('Read it first, then approve.')).toBeVisible()
  await picture('critical')
  await scene.under.clock.advance(1_000)
  await approve.click()
  expect(endOf(await call)).toBe('done')
  await expect(page.getByText('No requests waiting.')).toBeVisible()

  quorums.criticalQuorum = 2
  const both = scene.under.call(ban.id, {})
  await expect(page.getByText('0 of 2')).toBeVisible()
  await approve.scrollIntoViewIfNeeded()
  await expect(approve).toHaveText('Approve once')
  await scene.under.clock.advance(1_000)
  await approve.click()
  await expect(page.getByText('1 of 2 (Ada)')).toBeVisible()
  await expect(page.getByRole('button', { name: 'You approved' })).toBeDisabled()
  await page.getByRole('button', { name: 'Deny' }).click()
  expect(endOf(await both)).toBe('denied')

  scene.removeLast()
  await expect(page.getByText('This device is not paired')).toBeVisible()
})

test('a person chooses on the phone what an approval covers and how long, but never any use', async ({
  cleanUp,
}, testInfo) => {
  const scene = await sceneOf(cleanUp, { criticalQuorum: 1, quorums: {} })
  const page = await pairedPage(cleanUp, scene)
  const ask = (x: number, type = 'minecraft:oak_planks') =>
    scene.under.call(place.id, { location: { world: 'world', x, y: 64, z: -8 }, type })
  const first = ask(12)
  const near = 'Oak Planks, up to 16 blocks each way from 12 64 −8 in world'
  await expect(page.getByRole('radio', { name: 'exactly this' })).toBeChecked()
  await expect(page.getByRole('radio', { name: 'This time' })).toBeChecked()
  await expect(page.getByRole('radio')).toHaveCount(2 + 5)
  await page.getByRole('radio', { name: near }).check()
  await expect(page.getByRole('radio', { name: 'This time' })).not.toBeChecked()
  await page.getByRole('radio', { name: '15 min' }).check()
  expect(await violations(page)).toEqual([])
  const approve = page.locator('button.approve')
  await approve.scrollIntoViewIfNeeded()
  await expect(approve).toHaveText(`Approve and allow ${near} for 15 min`)
  await page.screenshot({ path: testInfo.outputPath('scope.png') })
  await settle(page)
  await scene.under.clock.advance(1_000)
  await approve.click()
  expect(endOf(await first)).toBe('done')
  expect(endOf(await ask(20))).toBe('done')

  const lava = ask(13, 'minecraft:lava')
  await expect(page.getByRole('radio', { name: 'exactly this' })).toBeChecked()
  await page.getByRole('button', { name: 'Deny' }).click()
  expect(endOf(await lava)).toBe('denied')
})

test('a person sees a build on the phone, before and after, and only then approves it', async ({
  cleanUp,
}, testInfo) => {
  const { width = 0, height = 0, before = '', after = '' } = pictures[0] ?? {}
  const views = [{ width, height, before, after, ...{ blocks: 640, replaced: 212, containers: 1 }, players: ['Mia'] }]
  const previewBuild = async () => ({ ...(views[0] as (typeof views)[0]), isAllKnown: true })
  const scene = await sceneOf(cleanUp, { criticalQuorum: 1, quorums: {} }, { previewBuild })
  const page = await pairedPage(cleanUp, scene)
  const call = scene.under.call(build.id, { name: 'bridge', world: 'world', origin: [1, 64, 1], parts: [] })
  await expect(page.getByText('640 blocks. Replaces 212 blocks, 1 container with items.')).toBeVisible()
  await expect(page.getByText('Inside the area: Mia')).toBeVisible()
  await page.screenshot({ path: testInfo.outputPath('build.png') })
  await page.getByRole('button', { name: 'After' }).click()
  await expect(page.getByRole('button', { name: 'Before' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  const approve = page.locator('button.approve')
  await approve.scrollIntoViewIfNeeded()
  await expect(approve).toBeEnabled()
  await settle(page)
  await scene.under.clock.advance(1_000)
  await approve.click()
  expect(endOf(await call)).toBe('done')
})

test('the page is shown in Chinese', async ({ cleanUp }, testInfo) => {
  const scene = await sceneOf(cleanUp, { criticalQuorum: 1, quorums: {} })
  const { code } = scene.offer()
  const page = await browseOnPhone(cleanUp, scene, scene.lan.seen.pairing?.link ?? '', 'zh-CN')
  await expect(page.getByLabel('你的名字')).toBeVisible()
  await expect(page).toHaveTitle('在 Gatehouse 中批准')
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  expect(await violations(page)).toEqual([])

  await page.getByLabel('你的名字').fill('小艾')
  await page.getByLabel('配对码').fill(code)
  await page.getByRole('button', { name: '配对' }).click()
  await until(() => scene.lan.seen.pairing?.claim !== undefined)
  scene.confirm()
  await expect(page.getByText('你是 小艾。')).toBeVisible()
  const call = scene.under.call('player.ban', { playerName: 'Griefer', reason: 'tnt' })
  await expect(page.getByRole('heading', { name: '封禁 Griefer' })).toBeVisible()
  await expect(page.locator('dt', { hasText: '风险' }).locator('+ dd')).not.toContainText(/[A-Za-z]/u)
  await page.screenshot({ path: testInfo.outputPath('critical-zh.png') })
  await page.getByRole('button', { name: '拒绝' }).click()
  expect(endOf(await call)).toBe('denied')
})
