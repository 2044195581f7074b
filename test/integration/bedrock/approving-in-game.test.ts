import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { everyAnswerPlace } from '@shared/approvals/answer-places.js'
import type { GameApprover } from '@shared/approvals/game-approval.js'
import type { AppLanguage } from '@shared/text/language.js'
import type { GameEntry } from '@shared/trail/live.js'
import { afterEach, describe, expect, it } from 'vitest'
import { GameApprovals } from '../../../src-main/approvers/game/game-approvals.js'
import { Emitter } from '../../../src-main/gateway/ports/emitter.js'
import { openLog } from '../../../src-main/storage/log/program-log.js'
import type { Stores } from '../../../src-main/storage/stores.js'
import { systemClock } from '../../../src-main/storage/system-clock.js'
import { BedrockScene } from '../../fakes/bedrock/bedrock-scene.js'
import type { ModelGame } from '../../fakes/bedrock/model-game.js'
import { caller, endOf } from '../../fakes/gateway-under-test.js'
import { openProfileStores } from '../../fakes/profile-stores.js'

let scene: BedrockScene
let approvals: GameApprovals
let game: ModelGame
let profile: string
let stores: Stores
/** What a subscriber of the AI side received. */
let received: GameEntry[]
/** Everything that callers got back. */
let reports: unknown[]

afterEach(async () => {
  approvals.stop()
  await scene.close()
  stores.close()
  await rm(profile, { recursive: true, force: true })
})

async function world(language: AppLanguage = 'en'): Promise<void> {
  profile = await mkdtemp(path.join(tmpdir(), 'gatehouse-in-game-'))
  received = []
  reports = []
  const log = openLog(profile)
  stores = openProfileStores(profile, log)
  scene = await BedrockScene.open(
    {},
    {
      quorums: () => ({ criticalQuorum: 1, quorums: {} }),
      stores: { approvals: stores.approvals },
      log,
      // A call waits as long as its question.
      ...{ maxWaitMs: 60_000, timeoutMs: () => 60_000 },
    },
  )
  const { gateway } = scene.under
  const onDidChange = new Emitter<void>()
  let gameApprover: GameApprover | null = null
  approvals = new GameApprovals({
    approvals: gateway.approvals,
    answers: gateway.gameDecisions,
    registry: gateway.registry,
    settings: {
      get: () => ({ gameApprover, answerPlaces: everyAnswerPlace }),
      change(change) {
        gameApprover = change.gameApprover
        onDidChange.emit()
        return true
      },
      onDidChange: onDidChange.on,
    },
    stream: { on: false, language, text: (text) => text },
    callersOf: () => ['chat:steve'],
    clock: systemClock,
    log,
  })
  gateway.approvals.attach({ id: 'desktop', name: 'desktop', kind: 'desktop' })
  const accepted = await scene.accepted({ players: ['Steve', 'Alex'] })
  game = accepted.game
  gateway.subscribe(
    { eventIds: ['player.chat'], caller, connection: new AbortController().signal },
    (entry) => void received.push(entry),
  )
  approvals.link(accepted.id, 'steve')
  game.say('Steve', `#link ${approvals.state.linking?.code}`)
  await game.until(() =>
    game.texts('Steve').some((text) => text.includes(language === 'zh' ? '答复大部分请求' : 'answer many requests')),
  )
  expect(approvals.state.approver).toMatchObject({ player: 'Steve', paused: false })
}

const night = () => call('world.time.set', { worldName: 'overworld', time: 13_000 })

async function call(capabilityId: string, given: Record<string, unknown>) {
  const report = await scene.under.call(capabilityId, given)
  reports.push(report)
  return report
}

const codes = () => game.texts('Steve').flatMap((text) => /#(?:approve|同意) (\d{4}) /u.exec(text)?.[1] ?? [])

async function nextCode(before: number): Promise<string> {
  await game.until(() => codes().length > before)
  return codes().at(-1) ?? ''
}

/** A marker line: every earlier event has been processed when it arrives. */
async function settledBy(words: string): Promise<void> {
  const arrived = () => received.some(({ data }) => data.message === words)
  game.say('Alex', words)
  await scene.until(arrived)
}

/** Everything that was written or handed to an AI. */
async function everything(): Promise<string> {
  const files = await readdir(profile, { recursive: true, withFileTypes: true })
  const contents = await Promise.all(
    files.filter((one) => one.isFile()).map((one) => readFile(path.join(one.parentPath, one.name), 'latin1')),
  )
  const { gateway, audit } = scene.under
  return JSON.stringify([contents, audit.events, gateway.feed.recent(), received, reports, approvals.state])
}

async function expectNoTrace(...used: readonly string[]): Promise<void> {
  const all = await everything()
  // In a text: a number such as a duration may be the same by chance.
  for (const code of used) expect(all).not.toMatch(new RegExp(`["#\\s]${code}["\\s.,!]`, 'u'))
  expect(all).not.toMatch(/#(?:approve|deny|link|同意|拒绝)/u)
}

describe('approving in a Bedrock game', () => {
  it('approves once with the code that the player alone was shown, and the code is nowhere else', async () => {
    await world()
    const report = night()
    const code = await nextCode(0)
    expect(game.texts('Alex')).toEqual([])
    expect(game.texts().join()).not.toContain(code)
    game.say('Steve', `#approve ${code}`)
    expect(endOf(await report)).toBe('done')
    expect(game.world.time).toBe(13_000)
    await settledBy('nice')
    expect(received.map(({ data }) => data.message)).toEqual(['nice'])
    expect(JSON.stringify(scene.under.audit.events)).toContain('Steve, in the game')
    await expectNoTrace(code)
  })

  it('denies in Chinese', async () => {
    await world('zh')
    const report = night()
    const code = await nextCode(0)
    expect(game.texts('Steve').at(-2)).toContain('设置时间')
    game.say('Steve', `#拒绝 ${code}`)
    expect(endOf(await report)).toBe('denied')
    await expectNoTrace(code)
  })

  it('refuses another player with the right code, and the code ends', async () => {
    await world()
    const report = night()
    const code = await nextCode(0)
    game.say('Alex', `#approve ${code}`)
    await game.until(() => game.texts('Steve').some((text) => text.includes('This code was typed in the chat')))
    game.say('Steve', `#approve ${code}`)
    await settledBy('well')
    expect(scene.under.gateway.approvals.open()).toHaveLength(1)
    scene.under.gateway.approvals.denyAll('desktop')
    expect(endOf(await report)).toBe('denied')
    await expectNoTrace(code)
  })

  it('pauses after three wrong codes', async () => {
    await world()
    const report = night()
    const code = await nextCode(0)
    const wrong = code === '0000' ? '0001' : '0000'
    for (let left = 0; left < 3; left++) game.say('Steve', `#approve ${wrong}`)
    await game.until(() => game.texts('Steve').some((text) => text.includes('Too many wrong codes')))
    game.say('Steve', `#approve ${code}`)
    await settledBy('hm')
    expect(scene.under.gateway.approvals.open()).toHaveLength(1)
    expect(approvals.state.approver?.paused).toBe(true)
    scene.under.gateway.approvals.denyAll('desktop')
    expect(endOf(await report)).toBe('denied')
    await expectNoTrace(code)
  })

  it('keeps the code of a request that ended out of the chat too', async () => {
    await world()
    const report = night()
    const code = await nextCode(0)
    scene.under.gateway.approvals.denyAll('desktop')
    expect(endOf(await report)).toBe('denied')
    game.say('Steve', `#approve ${code}`)
    await game.until(() => game.texts('Steve').some((text) => text.includes('This code no longer works')))
    await expectNoTrace(code)
  })

  it('shows a critical request without a code', async () => {
    await world()
    const report = call('ext.bedrock.command.run', { command: 'kill @a' })
    await game.until(() => game.texts('Steve').some((text) => text.includes('Answer on the computer')))
    expect(codes()).toEqual([])
    scene.under.gateway.approvals.denyAll('desktop')
    expect(endOf(await report)).toBe('denied')
  })
})
