/**
 * A player's question to the AI, from the choice of a model to the muted player, through the real window.
 *
 * A model of a Bedrock game and a fake model server stand behind it. They are neither the game nor a model.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ModelGame } from '../fakes/bedrock/model-game.js'
import { ModelServer, overflowOf } from '../fakes/chat/model-server.js'
import { freePort } from '../fixtures/free-port.mjs'
import { expect, isPopUpVisible, launch, settingsOf, test, usedProfile } from './program.js'

/** More tools than the short list of a model with a small context has. */
const wholeList = 18

test('a player asks the AI, the owner approves what it does, and mutes the player', async ({ cleanUp }, testInfo) => {
  const model = cleanUp.add(await new ModelServer().start(), (one) => one.stop())
  const usage = { input: 4_000, output: 1_000 }
  model.follows(({ path, body }) => {
    if (!path.startsWith('/v1/')) return { status: 404 }
    if (body.tools.some((one: { function: { name: string } }) => one.function.name === 'ping')) {
      if (body.tools.length > wholeList) return { status: 400, body: JSON.stringify(overflowOf(6_021, 4_096)) }
      return { tools: [{ name: 'ping', arguments: {} }], usage }
    }
    if (body.messages.at(-1).role === 'tool') return { text: ['It is night now. ', 'Watch out!'], usage }
    return { tools: [{ name: 'world_time_set', arguments: { worldName: 'overworld', time: 13_000 } }], usage }
  })

  const profile = usedProfile(cleanUp)
  const file = path.join(profile, 'settings.json')
  const bedrock = { enabled: true, port: await freePort(), network: false, encryption: true }
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), bedrock }), { mode: 0o600 })
  const program = await launch(cleanUp, [], profile)
  const { window, popUp } = program
  const goTo = (screen: string) => window.getByRole('navigation').getByText(screen, { exact: true }).click()
  const picture = (name: string) => window.screenshot({ path: testInfo.outputPath(`${name}.png`) })

  await goTo('Servers')
  await window.getByRole('button', { name: 'Add a server' }).first().click()
  const game = cleanUp.add(await ModelGame.connect({ port: bedrock.port, players: ['Steve', 'Mia'] }), (one) =>
    one.close(),
  )
  await window.getByRole('region', { name: 'Bedrock world' }).getByRole('button', { name: 'Accept' }).click()
  await expect(window.locator('.server-page')).toContainText('Connected')
  const reads = (player: string, words: string) =>
    expect.poll(() => game.texts(player).some((text) => text.includes(words)), { message: words }).toBe(true)

  const loginKey = await test.step('the owner chooses a model and tests it', async () => {
    await goTo('Settings')
    await window.getByRole('button', { name: 'AI in chat', exact: true }).click()
    await window.getByLabel('Address', { exact: true }).fill(model.origin)
    await window.getByLabel('Model name').fill('fake')
    await window.getByRole('button', { name: 'Save and test' }).click()
    await expect(window.locator('.model-result.failed')).toBeVisible()
    await window.getByLabel('Address', { exact: true }).fill(model.baseUrl)
    await window.getByRole('button', { name: 'Save and test' }).click()
    await expect(window.getByText('The model answers and can use tools.')).toBeVisible()
    const shortList = window.getByText('Short list of tools: the model’s context is 4,096 tokens.')
    await expect(shortList).toBeVisible()
    await picture('model')
    await window.getByLabel('Who may talk to the AI on Bedrock · Steve').selectOption('Logged-in players')
    await window.getByLabel('Lines of an answer', { exact: true }).fill('4')
    await window.getByRole('button', { name: 'Save: Lines of an answer' }).click()
    // This model runs here, so it costs nothing and has no prices.
    await expect(window.getByLabel(/price/u)).toHaveCount(0)
    const chat = async () => (await settingsOf(window)).chat
    await expect.poll(chat).toMatchObject({ lines: 4, audience: 'logged-in' })
    await expect.poll(async () => Object.values((await chat()).servers)).toEqual(['logged-in'])
    await picture('lines')
    await window.getByLabel('Who may talk to the AI on Bedrock · Steve').scrollIntoViewIfNeeded()
    await picture('servers')
    await window.locator('.login-key').getByRole('button', { name: 'Show key' }).click()
    return (await window.locator('.login-key code').innerText()).replace('#login ', '')
  })

  await test.step('chat answers are turned on in the chat tab', async () => {
    await goTo('Home')
    await window.getByText('Chat', { exact: true }).click()
    await window.getByRole('switch', { name: 'AI answers players' }).click()
    await expect.poll(async () => (await settingsOf(window)).chat.enabled).toBe(true)
    await expect(window.getByText('No conversations yet')).toBeVisible()
  })

  await test.step('a player logs in and asks, and the owner sees the waiting request', async () => {
    game.say('Steve', '@ai make it night')
    await reads('Steve', 'Log in first')
    game.say('Steve', `#login ${loginKey}`)
    await reads('Steve', 'You are logged in')
    game.say('Steve', '@ai make it night')
    await expect(window.locator('.chat-tool.waiting')).toContainText('Waiting for approval')
    await reads('Steve', 'Waiting for the owner')
    await picture('waiting')
    expect(game.world.time).not.toBe(13_000)
  })

  await test.step('the owner approves, the world changes, and the player reads the answer', async () => {
    await expect.poll(() => isPopUpVisible(program)).toBe(true)
    await expect(popUp.locator('body')).toContainText('Steve, by chat with fake')
    await popUp.screenshot({ path: testInfo.outputPath('pop-up.png') })
    await popUp.getByRole('button', { name: /^Approve/ }).click()
    await reads('Steve', 'It is night now.')
    await reads('Steve', 'Watch out!')
    expect(game.world.time).toBe(13_000)
  })

  await test.step('the conversation has the tool', async () => {
    await expect(window.locator('.chat-tool.done')).toContainText('Done')
    await picture('answered')
  })

  await test.step('the owner links their own player, who approves the next request in the game', async () => {
    await goTo('Settings')
    await window.getByRole('button', { name: 'Where you answer', exact: true }).click()
    await window.getByRole('button', { name: 'Link In game' }).click()
    await window.getByLabel('Your player', { exact: true }).fill('mia')
    await window.getByRole('button', { name: 'Link player' }).click()
    const line = await window.locator('.game-approver-code').innerText()
    await window.locator('.game-approver-box').scrollIntoViewIfNeeded()
    await picture('game-approver-linking')
    game.say('Mia', line)
    await expect(window.locator('.game-approver-box.on')).toContainText('Mia')
    await reads('Mia', 'You can now answer many requests here')
    await picture('game-approver')

    game.world.time = 0
    game.say('Steve', '@ai night again')
    await reads('Mia', 'asks: Set the time (worldName "overworld", time 13000)')
    await reads('Mia', 'to allow it once')
    const code = /#approve (\d{4}) /u.exec(game.texts('Mia').join('\n'))?.[1] ?? ''
    await expect.poll(() => isPopUpVisible(program)).toBe(true)
    game.say('Steve', '#approve 0000')
    game.say('Mia', `#approve ${code}`)
    await reads('Mia', 'Approved once.')
    await expect.poll(() => game.world.time).toBe(13_000)
    await expect.poll(() => isPopUpVisible(program)).toBe(false)
    await goTo('Home')
    await window.getByText('Chat', { exact: true }).click()
    await expect(window.locator('.chat-open footer')).toContainText('Only your linked player can')
    await picture('approved-in-game')
    expect(await window.locator('body').innerText()).not.toContain(code)
  })

  await test.step('a muted player gets no answer', async () => {
    await window.getByRole('switch', { name: 'Mute Steve' }).click()
    await expect(window.locator('.chat-muted')).toBeVisible()
    const asked = model.requests.length
    game.say('Steve', '@ai make it day')
    game.say('Mia', '@ai make it day')
    await reads('Mia', 'Log in first')
    expect(model.requests).toHaveLength(asked)
    await expect(window.getByText('make it day')).toHaveCount(0)
  })
})
