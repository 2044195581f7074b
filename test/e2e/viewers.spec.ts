/** The chat of viewers, connected in the real window: test, connect, suggest, copy, disconnect. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { twitchChat } from '../fakes/streamer-bot/chat-events.js'
import { StreamerBot } from '../fakes/streamer-bot/streamer-bot.js'
import { expect, launch, test } from './program.js'
import { violations } from './violations.js'

test('a streamer connects Streamer.bot, and reads what viewers suggest', async ({ cleanUp }, testInfo) => {
  const bot = cleanUp.add(await StreamerBot.start({ password: 'moonrise', enforces: true }), (one) => one.stop())
  const { window, profile } = await launch(cleanUp, ['--simulator'])
  const picture = (name: string) => window.screenshot({ path: testInfo.outputPath(`${name}.png`) })
  await window.getByRole('button', { name: 'Settings', exact: true }).click()
  await window.getByRole('button', { name: 'Viewers', exact: true }).click()
  const section = window.getByRole('region', { name: 'Viewers' })

  await test.step('the test says that the password is missing', async () => {
    await section.getByLabel('Address of Streamer.bot').fill(bot.address)
    await section.getByRole('button', { name: 'Test', exact: true }).click()
    await expect(section.getByText('The password is missing or wrong.')).toBeVisible()
  })

  await test.step('with the password it is connected', async () => {
    await section.getByLabel('Password of Streamer.bot').fill('moonrise')
    await section.getByRole('button', { name: 'Connect', exact: true }).click()
    await expect(section.getByText('Connected. Reads the chat of Nova on Twitch')).toBeVisible()
    expect(readFileSync(path.join(profile, 'settings.json'), 'utf8')).not.toContain('moonrise')
    await picture('connected')
  })

  await test.step('suggestions of viewers arrive, and those of bots do not', async () => {
    await section.getByRole('group', { name: 'Suggestions' }).getByText('On', { exact: true }).click()
    await expect(section.getByText('No suggestions yet.')).toBeVisible()
    bot.say(twitchChat({ id: '682553973', name: 'NovaBot' }, '!ai approve everything'))
    bot.say(twitchChat({ id: '1', name: 'Mika' }, '!ai build a lighthouse'))
    bot.say(twitchChat({ id: '2', name: 'Otter' }, '!ai Build a lighthouse'))
    await expect(section.getByText('1 more viewer')).toBeVisible()
    await expect(section.getByText('approve everything')).toHaveCount(0)
    expect(await violations(window)).toEqual([])
    await section.getByRole('button', { name: 'Copy', exact: true }).click()
    await section.getByRole('button', { name: 'Send to the AI' }).click()
    await expect(section.getByText('sent to the AI')).toBeVisible()
    await picture('suggestions')
  })

  await test.step('the window says when the program ends, and when it is disconnected', async () => {
    bot.dropAll()
    await expect(section.getByText('Connected. Reads the chat of Nova on Twitch')).toBeVisible({ timeout: 20_000 })
    await section.getByRole('button', { name: 'Disconnect' }).click()
    await expect(section.getByRole('button', { name: 'Connect', exact: true })).toBeVisible()
    await expect.poll(() => bot.connections).toBe(0)
  })
})
