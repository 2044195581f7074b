/** The page of a Java server in the real window: its players, its console, and what AI did. */
import type { Line } from '../fixtures/json-lines-process.js'
import { callTool, connectClient } from '../fixtures/programs.js'
import { addJavaServer, startJava } from './java-server.js'
import { expect, isPopUpVisible, launch, test } from './program.js'
import { violations } from './violations.js'

test('an owner messages and kicks a player, uses the console, and sees what AI did', async ({ cleanUp }, testInfo) => {
  const { folder, world, squid, java } = await startJava(cleanUp)
  const program = await launch(cleanUp)
  const { window } = program
  const picture = (name: string) => window.screenshot({ path: testInfo.outputPath(`${name}.png`) })
  const seen = (after: number, what: Line) =>
    world.until((line) => Object.entries(what).every(([key, value]) => line[key] === value), { after })
  await addJavaServer(program, java, folder)

  const players = window.getByRole('region', { name: 'Players' })
  const row = players.getByRole('listitem').filter({ hasText: 'Steve' })
  const dialog = window.getByRole('dialog')

  await test.step('the player who is online is listed', async () => {
    await expect(row).toBeVisible()
    await expect(row).toContainText('Overworld')
    await picture('overview')
    expect(await violations(window)).toEqual([])
  })

  await test.step('a message of the owner reaches the player at once', async () => {
    await row.getByRole('button', { name: 'Message Steve' }).click()
    await dialog.getByLabel('Message').fill('Dinner!')
    await dialog.getByRole('button', { name: 'Send' }).click()
    await expect(players.getByRole('status')).toHaveText('Sent to Steve.')
    expect(squid.shown).toContainEqual({ text: '[Server] Dinner!', to: 'Steve' })
    expect(await isPopUpVisible(program)).toBe(false)
  })

  const console = window.getByRole('region', { name: 'Console' })
  const lines = console.getByRole('log')
  const input = console.getByRole('textbox', { name: 'Command' })

  await test.step('the console shows the last lines of the log', async () => {
    await expect(lines).toContainText('Done (3.2s)! For help, type "help"')
  })

  await test.step('a command of the owner runs as theirs', async () => {
    await input.fill('/list')
    await input.press('Enter')
    await expect(lines).toContainText('You: list')
    await expect(lines).toContainText('There are 1 of a max')
    await expect(input).toHaveValue('')
    await input.press('ArrowUp')
    await expect(input).toHaveValue('list')
    await input.fill('')
  })

  await test.step('what AI does is shown with its name', async () => {
    const { client } = await connectClient(cleanUp, program.profile)
    const location = { world: 'world', x: 12.5, y: 6, z: 9.5 }
    await callTool(client, 'player_teleport', { playerName: 'Steve', location })
    await expect(lines.locator('.console-line.ai').first()).toContainText('Steve')
    const today = window.getByRole('complementary', { name: 'AI today' })
    await expect(today.getByRole('listitem').filter({ hasText: 'Steve' }).first()).toBeVisible()
    await expect(today).toContainText(/\d+ done/u)
    await picture('ai-today')
  })

  await test.step('a kick asks once, and the player is gone', async () => {
    const after = world.lines.length
    await row.getByRole('button', { name: 'Kick Steve' }).click()
    await dialog.getByRole('button', { name: 'Kick', exact: true }).click()
    await expect(players.getByRole('status')).toHaveText('Steve was kicked.')
    await seen(after, { event: 'player-kicked', name: 'Steve' })
    await expect(players).toContainText('Nobody is online.')
  })

  await test.step('all of it is in the log as the owner’s', async () => {
    await window.getByRole('navigation').getByRole('button', { name: 'Log' }).click()
    const log = window.getByRole('main')
    await expect(log.getByText(/^You kicked/u).first()).toBeVisible()
    await expect(log.getByText(/list/u).first()).toBeVisible()
    await picture('log')
  })

  await test.step('offline, the console keeps its lines and takes no command', async () => {
    await window.getByRole('navigation').getByRole('button', { name: 'Servers' }).click()
    await window.getByRole('button', { name: /^survival/ }).click()
    await java.stop()
    await expect(window.locator('.server-header-state')).toHaveText('Offline')
    await expect(input).toBeDisabled()
    await expect(lines).toContainText('You: list')
    await picture('offline')
  })
})
