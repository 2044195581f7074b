import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { defaultAudience } from '@shared/streaming/audience.js'
import type { GatehouseApi } from '../../src-main/owner/table/table.js'
import { twitchChat } from '../fakes/streamer-bot/chat-events.js'
import { ownAccounts, StreamerBot } from '../fakes/streamer-bot/streamer-bot.js'
import { freePort } from '../fixtures/free-port.mjs'
import { callTool, connectClient } from '../fixtures/programs.js'
import { browse } from './browser.js'
import { expect, launch, settingsOf, test, usedProfile } from './program.js'
import { violations } from './violations.js'

declare const gatehouse: GatehouseApi

const { PICTURES: pictures } = process.env
const picture = async (page: Page, name: string) => {
  if (pictures) await page.screenshot({ path: path.join(pictures, `${name}.png`) })
}

const viewers = 2_000

/** So many of the viewers write yes, the others no; the streamer and the own bot write yes too. */
function crowd(bot: StreamerBot, yes: number): void {
  for (let at = 0; at < viewers; at += 1) {
    const chatter = { id: `${10_000 + at}`, name: `SECRET_${at}` }
    bot.say(twitchChat(chatter, at < yes ? '!yes SECRET words' : '!no'))
    if (at % 10 === 0) bot.say(twitchChat(chatter, at < yes ? '!YES again' : '!no again'))
  }
  const { botUser, botUserId, broadcastUser, broadcastUserId } = ownAccounts.twitch
  bot.say(twitchChat({ id: botUserId, name: botUser }, '!yes'))
  bot.say(twitchChat({ id: `${broadcastUserId}`, name: broadcastUser, role: 4 }, '!yes'))
}

test('two thousand viewers vote on a night, and the streamer decides', async ({ cleanUp }) => {
  const bot = cleanUp.add(await StreamerBot.start(), (model) => model.stop())
  const profile = usedProfile(cleanUp)
  const file = path.join(profile, 'settings.json')
  const audience = { ...defaultAudience, streamerBot: { enabled: true, address: bot.address } }
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), audience }))
  const { window, popUp, electron } = await launch(cleanUp, ['--simulator'], profile)
  const known = await settingsOf(window)
  const settings = {
    overlay: { ...known.overlay, enabled: true, port: await freePort() },
    votes: { ...known.votes, enabled: true, seconds: 300, minimum: 100 },
  }
  await window.evaluate((given) => gatehouse.request('settings:change', given as never), settings as never)
  await bot.subscribed()
  await window.getByRole('button', { name: 'Settings' }).click()
  await window.getByRole('button', { name: 'Viewers', exact: true }).click()
  await expect(window.getByRole('heading', { name: 'Word for yes' })).toBeVisible()
  await expect(window.getByText('No chat is connected')).toBeHidden()
  expect(await violations(window)).toEqual([])
  await window.evaluate(() => gatehouse.request('overlay:copy', undefined))
  const address = await electron.evaluate(({ clipboard }) => clipboard.readText())
  const overlay = await browse(cleanUp, 'overlay-browser.cjs', [address])
  const vote = overlay.locator('.overlay-vote')

  const { client } = await connectClient(cleanUp, profile)
  const night = callTool(client, 'world_time_set', { worldName: 'world', time: 13_000, reason: 'SECRET wish' })
  await popUp.getByRole('button', { name: 'Start vote' }).click()
  await expect(vote).toContainText('The AI wants to change the time to night')
  await expect(vote).toContainText('Type !yes or !no')
  crowd(bot, 1_420)
  await expect(vote).toContainText('2,000 votes')
  await expect(vote).toContainText('Yes 71 %')
  await expect(popUp.getByText('Chat says yes 71 % of 2,000 · you decide')).toBeVisible()
  expect(await violations(popUp)).toEqual([])
  await picture(overlay, 'vote-running')
  await picture(popUp, 'vote-pop-up')

  await overlay.reload()
  await expect(vote).toContainText('Yes 71 %')
  await popUp.getByRole('button', { name: 'End vote' }).click()
  await expect(vote).toContainText('Waiting for the streamer')
  await expect(popUp.getByText('Vote ended · viewers see your answer')).toBeVisible()
  expect(await overlay.locator('body').innerText()).not.toContain('SECRET')
  expect(await popUp.getByRole('region', { name: 'Viewers’ vote' }).innerText()).not.toContain('SECRET')
  await popUp.getByRole('button', { name: 'Deny' }).click()
  expect(await night).toMatchObject({ success: false })
  await expect(vote).toContainText('The streamer said no')
  await picture(overlay, 'vote-vetoed')

  const rain = callTool(client, 'world_time_set', { worldName: 'world', time: 6_000 })
  await popUp.getByRole('button', { name: 'Start vote' }).click()
  await expect(vote).toContainText('The AI wants to change the time to noon')
  crowd(bot, 1_900)
  await expect(vote).toContainText('Yes 95 %')
  await popUp.getByRole('button', { name: 'Approve once' }).click()
  expect(await rain).toMatchObject({ success: true })
  await expect(vote).toContainText('The streamer said yes')
  await expect(vote).toBeHidden()

  await window.locator('.rail-link', { hasText: 'Log' }).click()
  await expect(
    window.getByText('Viewers were asked: The AI wants to change the time to night. 71 % of 2,000 said yes').first(),
  ).toBeVisible()
  await picture(window, 'vote-log')
})
