/**
 * A Bedrock streamer's first approved action, through the real window and the stdio bridge.
 *
 * A model of the game stands behind `/connect`. It is not the game.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { TestInfo } from '@playwright/test'
import { ModelGame } from '../fakes/bedrock/model-game.js'
import { freePort } from '../fixtures/free-port.mjs'
import { callTool, connectClient } from '../fixtures/programs.js'
import { expect, isPopUpVisible, launch, type Program, test, usedProfile } from './program.js'

/** Waits for the pop-up, takes a screenshot, and approves. */
async function approve({ electron, profile, window, popUp }: Program, testInfo: TestInfo): Promise<string> {
  await expect.poll(() => isPopUpVisible({ electron, profile, window, popUp })).toBe(true)
  const button = popUp.getByRole('button', { name: /^Approve/ })
  await expect(button).toBeEnabled()
  await popUp.screenshot({ path: testInfo.outputPath('pop-up.png') })
  const text = await popUp.locator('body').innerText()
  await button.click()
  return text
}

test('a Bedrock streamer connects their world and approves the first action', async ({ cleanUp }, testInfo) => {
  const profile = usedProfile(cleanUp)
  const file = path.join(profile, 'settings.json')
  const port = await freePort()
  const bedrock = { enabled: false, port, network: false, encryption: true }
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), bedrock }), { mode: 0o600 })
  const program = await launch(cleanUp, [], profile)
  const { window, electron } = program
  const picture = (name: string) => window.screenshot({ path: testInfo.outputPath(`${name}.png`) })
  const card = window.getByRole('region', { name: 'Bedrock world' })

  await test.step('the window shows the command to type', async () => {
    await window.getByRole('navigation').getByRole('button', { name: 'Servers' }).click()
    await window.getByRole('button', { name: 'Add a server' }).first().click()
    await window.getByRole('button', { name: /^Bedrock world/u }).click()
    await card.getByRole('button', { name: 'Turn on' }).click()
    await expect(card.locator('code').first()).toHaveText(`/connect 127.0.0.1:${port}`)
    await card.getByRole('button', { name: 'Copy', exact: true }).click()
    await expect
      .poll(() => electron.evaluate(({ clipboard }) => clipboard.readText()))
      .toBe(`/connect 127.0.0.1:${port}`)
    await picture('waiting-for-the-game')
  })

  const game = cleanUp.add(await ModelGame.connect({ port, players: ['Steve', 'Mia'] }), (one) => one.close())

  await test.step('the game waits until it is accepted', async () => {
    await expect(card.getByText('Steve’s game wants to connect')).toBeVisible()
    await expect(card.getByText('From 127.0.0.1, encrypted')).toBeVisible()
    await picture('game-waits')
    await card.getByRole('button', { name: 'Accept' }).click()
    await expect(window.locator('.server-page')).toContainText('Connected')
    await window.getByRole('tab', { name: 'Connection' }).click()
    await expect(window.getByRole('button', { name: 'Install the Gatehouse pack' })).toBeVisible()
    await picture('connected')
    expect(game.isEncrypted).toBe(true)
  })

  const { client } = await connectClient(cleanUp, program.profile)

  await test.step('reading a position needs no approval', async () => {
    game.world.positions.set('Mia', { x: 12, y: 70, z: -3, dimension: 0 })
    const info = await callTool(client, 'player_info_get', { playerName: 'Mia' })
    expect(JSON.stringify(info)).toContain('"x":12')
  })

  await test.step('the first action needs approval, and runs once it is approved', async () => {
    const answer = callTool(client, 'world_time_set', { worldName: 'overworld', time: 13_000 })
    const text = await approve(program, testInfo)
    expect(text).toContain('Steve')
    await answer
    expect(game.world.time).toBe(13_000)
  })

  await test.step('chat appears in Live, a login does not', async () => {
    await window.getByRole('navigation').getByText('Home').click()
    game.say('Mia', '#login wrong-key')
    game.say('Mia', 'night already?')
    await expect(window.getByText(/night already\?/).first()).toBeVisible()
    await expect(window.getByText(/wrong-key/)).toHaveCount(0)
    await picture('live')
  })

  await test.step('a game that disconnects is offline, and reconnects as the same server', async () => {
    game.close()
    await window.getByRole('navigation').getByRole('button', { name: 'Servers' }).click()
    await window.getByRole('button', { name: /^Bedrock · Steve/ }).click()
    await expect(window.getByText('type the /connect command in chat again')).toBeVisible()
    await picture('offline')
    await window.getByRole('navigation').getByRole('button', { name: 'Servers' }).click()
    await window.getByRole('button', { name: 'Add a server' }).first().click()
    cleanUp.add(await ModelGame.connect({ port, players: ['Steve'] }), (one) => one.close())
    await card.getByRole('button', { name: 'Accept' }).click()
    await expect(window.locator('.server-page')).toContainText('Connected')
    await window.getByRole('navigation').getByRole('button', { name: 'Servers' }).click()
    await expect(window.getByRole('button', { name: /^Bedrock · Steve/ })).toHaveCount(1)
  })

  await test.step('the world can be renamed', async () => {
    await window.getByRole('button', { name: /^Bedrock · Steve/ }).click()
    await window
      .getByRole('button', { name: /^More for/ })
      .first()
      .click()
    await window.getByRole('menuitem', { name: 'Rename' }).click()
    await window.getByRole('textbox', { name: 'Name' }).fill('Castle')
    await window.getByRole('button', { name: 'Save' }).click()
    await expect(window.getByRole('heading', { name: /Castle/ })).toBeVisible()
    await expect.poll(() => JSON.parse(readFileSync(file, 'utf8')).bedrockGames).toMatchObject([{ name: 'Castle' }])
  })
})
