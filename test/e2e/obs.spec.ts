/** A streamer with OBS in the real window: connect, add the overlay, go live, and press the buttons of a Stream Deck. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { GatehouseApi } from '../../src-main/owner/table/table.js'
import { openObsServer } from '../fakes/obs/obs-server.js'
import { freePort } from '../fixtures/free-port.mjs'
import { callTool, connectClient } from '../fixtures/programs.js'
import { browse } from './browser.js'
import { expect, launch, settingsOf, test } from './program.js'
import { violations } from './violations.js'

declare const gatehouse: GatehouseApi

const password = 'a very secret password'

test('a streamer connects OBS, adds the overlay, and is stream-safe when they go live', async ({ cleanUp }, info) => {
  const server = cleanUp.add(await openObsServer({ password }), (one) => one.close())
  const { studio } = server.model
  const program = await launch(cleanUp, ['--simulator'])
  const { window, electron, profile, popUp } = program
  const { overlay, obs } = await settingsOf(window)
  const ports = { overlay: await freePort(), deck: await freePort() }
  await window.evaluate((change) => gatehouse.request('settings:change', change), {
    overlay: { ...overlay, port: ports.overlay },
    deck: { enabled: false, port: ports.deck },
    obs: { ...obs, address: server.address },
  })
  const picture = (name: string) => window.screenshot({ path: info.outputPath(`${name}.png`), fullPage: true })
  const openSettings = async () => {
    await window.getByRole('button', { name: 'Settings', exact: true }).click()
    await window.getByRole('button', { name: 'Streaming', exact: true }).click()
  }

  await test.step('the window says what OBS wants, and connects with the password', async () => {
    await openSettings()
    await window.getByRole('group', { name: 'OBS', exact: true }).getByText('On').click()
    await expect(window.getByText('OBS asks for a password.')).toBeVisible()
    await window.getByLabel('Password of OBS').fill('wrong')
    await window.getByRole('button', { name: 'Save password' }).click()
    await expect(window.getByText('OBS refused the password.')).toBeVisible()
    await window.getByLabel('Password of OBS').fill(password)
    await window.getByRole('button', { name: 'Save password' }).click()
    await expect(window.getByText('Connected to OBS 31.0.3.')).toBeVisible()
    expect(await violations(window)).toEqual([])
  })

  let address = ''
  await test.step('one click switches the overlay on and adds it, once', async () => {
    await window.getByRole('button', { name: 'Add the overlay to OBS' }).click()
    await expect(window.getByText('The overlay is now in the scene “Gameplay”.')).toBeVisible()
    const { settings } = studio.inputs.get('Gatehouse') ?? {}
    address = String(settings?.url)
    expect(settings).toMatchObject({ width: 1_920, height: 1_080 })
    expect(address).toContain(`http://127.0.0.1:${ports.overlay}/overlay#key=`)
    await window.getByRole('button', { name: 'Add the overlay to OBS' }).click()
    await expect(window.getByText('The overlay is in the scene “Gameplay” already.')).toBeVisible()
    expect(studio.itemsOf('Gameplay')).toEqual(['Gatehouse'])
    await browse(cleanUp, 'overlay-browser.cjs', [address])
    await expect(window.getByText('1 source is connected.')).toBeVisible()
    await picture('connected')
  })

  await test.step('the replay is not running, and the window says how to start it', async () => {
    studio.replay = 'stopped'
    await window.getByRole('button', { name: 'Save replay' }).click()
    await expect(window.getByText('In OBS, choose “Start Replay Buffer”.')).toBeVisible()
  })

  await test.step('stream-safe mode turns on with the stream, and the window says why', async () => {
    const safe = window.getByRole('switch', { name: 'Stream-safe' })
    await expect(safe).not.toBeChecked()
    server.model.streamBecame('STARTING', 'STARTED')
    await expect(safe).toBeChecked()
    await expect(window.getByText(/^Turned on by OBS at \d\d:\d\d$/u)).toBeVisible()
    await openSettings()
    await expect(window.getByText(/^Stream-safe mode turned on at \d\d:\d\d: the stream started\.$/u)).toBeVisible()
    await expect(window.getByText('It is streaming.')).toBeVisible()
    await expect(window.getByText('Enter an address such as')).toHaveCount(0)
    await picture('streaming')
    server.model.streamBecame('STOPPING', 'STOPPED')
    await expect(window.getByText('It is streaming.')).toHaveCount(0)
    await expect(safe).toBeChecked()
  })

  const { client } = await connectClient(cleanUp, profile)
  let button = ''
  await test.step('a button denies the oldest request, and its key opens nothing else', async () => {
    await window.getByRole('group', { name: 'Stream Deck', exact: true }).getByText('On').click()
    await window.getByRole('listitem').filter({ hasText: 'Deny the oldest request' }).getByRole('button').click()
    await expect(window.getByRole('button', { name: 'Copied' })).toBeVisible()
    button = await electron.evaluate(({ clipboard }) => clipboard.readText())
    expect(button).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:${ports.deck}/deck/[\\w-]{43}/deny$`, 'u'))
    const asked = callTool(client, 'world_time_set', { worldName: 'world', time: 13_000 })
    await expect(popUp.getByRole('alertdialog')).toBeVisible()
    expect((await fetch(button)).status).toBe(200)
    expect(JSON.stringify(await asked)).toContain('denied')
    expect((await fetch(button)).status).toBe(409)
    const [, , , , key] = button.split('/')
    // The address of the endpoint is masked by now; its port is not.
    const port = await window.evaluate(async () => {
      const info = await gatehouse.request('app:info', undefined)
      return info.ok ? info.value.port : 0
    })
    const endpoint = `http://127.0.0.1:${port}/mcp`
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
    expect((await fetch(endpoint, { method: 'POST', headers, body: '{}' })).status).toBe(401)
    await expect(window.getByText('2 presses since Gatehouse started.')).toBeVisible()
    await picture('deck')
    expect(await violations(window)).toEqual([])
  })

  await test.step('buttons pause, resume and mark, and the log names the Stream Deck', async () => {
    const press = async (verb: string) => (await fetch(button.replace('deny', verb))).status
    server.model.recordingBecame('STARTING', 'STARTED')
    expect(await press('pause')).toBe(200)
    await expect(window.getByRole('button', { name: /Resume/u }).first()).toBeVisible()
    expect(await press('resume')).toBe(200)
    await expect.poll(async () => press('mark').then(() => studio.chapters)).toContain('Mark')
    expect(await press('approve')).toBe(404)
    const log = await window.evaluate(() => gatehouse.request('audit:search', { limit: 50 } as never))
    expect(JSON.stringify(log)).toContain('Stream Deck')
  })

  await test.step('no secret is on the screen or in a file', async () => {
    const key = address.split('#key=')[1] ?? 'none'
    const secrets = [password, key, button.split('/')[4] ?? 'none']
    const content = await window.content()
    const files = ['settings.json', 'gatehouse.log'].map((file) => readFileSync(path.join(profile, file), 'utf8'))
    for (const secret of secrets) for (const text of [content, ...files]) expect(text).not.toContain(secret)
  })
})
