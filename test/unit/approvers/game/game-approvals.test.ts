import type { GameApprover } from '@shared/approvals/game-approval.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { settled } from '../../../fakes/fake-clock.js'
import { caller, endOf } from '../../../fakes/gateway-under-test.js'
import { codeIn, GameApprovalsScene, steve } from './game-approvals-scene.js'

let scene: GameApprovalsScene
let under: GameApprovalsScene['under']
let game: GameApprovalsScene['game']
let settings: GameApprovalsScene['settings']
let server: GameApprovalsScene['server']
let shown: GameApprovalsScene['shown']
let isReached: boolean
let isStreaming: boolean

function start(approver: GameApprover | null, criticalQuorum = 1): void {
  isReached = true
  isStreaming = false
  scene = new GameApprovalsScene(approver, {
    isReached: () => isReached,
    isStreaming: () => isStreaming,
    criticalQuorum,
  })
  ;({ under, game, settings, server, shown } = scene)
}

beforeEach(() => start(steve))
afterEach(() => scene.stop())

const says: GameApprovalsScene['says'] = (...line) => scene.says(...line)
const lastCode: GameApprovalsScene['lastCode'] = () => scene.lastCode()
const received: GameApprovalsScene['received'] = () => scene.received()
const asks: GameApprovalsScene['asks'] = (more) => scene.asks(more)
const asked: GameApprovalsScene['asked'] = (more) => scene.asked(more)

describe('the owner’s player in the game', () => {
  it('reads the request with a code, approves it once, and is named in the trail', async () => {
    const { report, code } = await asked()
    expect(shown).toEqual([
      [
        'Steve',
        expect.stringContaining('Set the time (worldName "world", time 13000)'),
        `Type #approve ${code} to allow it once, or #deny ${code}.`,
      ],
    ])
    says('Steve', `#approve ${code}`)
    expect(endOf(await report)).toBe('done')
    expect(shown.at(-1)).toEqual(['Steve', 'Approved once.'])
    expect(JSON.stringify(under.audit.events)).toContain('"approvedBy":"Steve, in the game"')
    expect(under.gateway.rules.list().rules).toEqual([])
    const second = await asked()
    says('Steve', `#approve ${code}`)
    await settled()
    expect(shown.at(-1)).toEqual(['Steve', 'This code no longer works. Check the computer.'])
    says('Steve', `#deny ${second.code}`)
    expect(endOf(await second.report)).toBe('denied')
  })

  it('denies', async () => {
    const { report, code } = await asked()
    says('Steve', `#拒绝 ${code}`)
    expect((await report).outcome).toMatchObject({ kind: 'denied', by: ['Steve, in the game'] })
  })

  it('enters three wrong codes: answering pauses, also over a restart, and only the window resumes it', async () => {
    const { report, code } = await asked()
    const wrong = code === '0000' ? '0001' : '0000'
    for (let left = 0; left < 3; left++) says('Steve', `#approve ${wrong}`)
    await settled()
    expect(shown.slice(1).map(([, line]) => line)).toEqual([
      'Wrong code. Tries left: 2.',
      'Wrong code. Tries left: 1.',
      'Too many wrong codes. Answering in the game is paused. Resume it in Gatehouse.',
    ])
    says('Steve', `#approve ${code}`)
    await settled()
    expect(under.gateway.approvals.open()).toHaveLength(1)
    expect(settings.value.gameApprover).toEqual({ ...steve, paused: true })
    expect(game.state.approver?.paused).toBe(true)
    await under.clock.advance(400_000)
    expect(endOf(await report)).toBe('expired')

    const before = shown.length
    const unseen = await asked()
    expect(shown).toHaveLength(before)
    game.resume()
    const seen = await asked({ caller: { ...caller, id: 'mcp:other' } })
    says('Steve', `#approve ${seen.code}`)
    expect(endOf(await seen.report)).toBe('done')
    await under.clock.advance(400_000)
    expect(endOf(await unseen.report)).toBe('expired')
  })

  it('pauses also where the settings cannot be written', async () => {
    const { report, code } = await asked()
    settings.isWritable = false
    const wrong = code === '0000' ? '0001' : '0000'
    for (let left = 0; left < 3; left++) says('Steve', `#approve ${wrong}`)
    says('Steve', `#approve ${code}`)
    expect(game.state.approver?.paused).toBe(true)
    await under.clock.advance(400_000)
    expect(endOf(await report)).toBe('expired')
  })

  it('stays paused when other settings change, until it is resumed', async () => {
    const { report, code } = await asked()
    settings.isWritable = false
    const wrong = code === '0000' ? '0001' : '0000'
    for (let left = 0; left < 3; left++) says('Steve', `#approve ${wrong}`)
    settings.isWritable = true
    settings.change(settings.value)
    expect(game.state.approver?.paused).toBe(true)
    says('Steve', `#approve ${code}`)
    expect(under.gateway.approvals.open()).toHaveLength(1)
    game.resume()
    expect(game.state.approver?.paused).toBe(false)
    await settled()
    says('Steve', `#deny ${lastCode()}`)
    expect(endOf(await report)).toBe('denied')
  })

  it('is notified of a request that a stream must not show, without its code', async () => {
    isStreaming = true
    const { report } = await asked()
    expect(shown).toEqual([['Steve', expect.stringMatching(/"•••".* Answer on the computer\.$/u)]])
    under.gateway.approvals.denyAll('desktop')
    expect(endOf(await report)).toBe('denied')
  })

  it('is reported in the window while the game does not show it messages', async () => {
    isReached = false
    const first = await asked()
    expect(game.state.problem).toBe('not-shown')
    isReached = true
    const second = await asked({ caller: { ...caller, id: 'mcp:other' } })
    expect(game.state.problem).toBeNull()
    under.gateway.approvals.denyAll('desktop')
    await Promise.all([first.report, second.report])
  })

  it('has its code invalidated when another player types it', async () => {
    const { report, code } = await asked()
    says('Alex', `#approve ${code}`)
    await settled()
    expect(shown.at(-1)).toEqual([
      'Steve',
      'This code was typed in the chat, so it no longer works. Answer on the computer.',
    ])
    says('Steve', `#approve ${code}`)
    await under.clock.advance(400_000)
    expect(endOf(await report)).toBe('expired')
  })

  it('is another player on another server', async () => {
    const other = under.serve('nether', ['player.chat'])
    under.provider.host.present(other)
    const { report, code } = await asked()
    says('Steve', `#approve ${code}`, { serverId: 'nether' })
    await settled()
    expect(under.gateway.approvals.open()).toHaveLength(1)
    await under.clock.advance(400_000)
    expect(endOf(await report)).toBe('expired')
  })

  it.each([1, 2])('is notified of a critical request without a code, with %s to decide', async (quorum) => {
    game.stop()
    start(steve, quorum)
    if (quorum === 2) under.gateway.approvals.attach({ id: 'phone', name: 'Anna', kind: 'phone' })
    const report = under.call('player.ban', { playerName: 'Alex', reason: 'spam' })
    await settled()
    await under.clock.advance(1_000)
    expect(shown).toHaveLength(1)
    expect(shown[0]?.[1]).toMatch(/Ban a player .* Answer on the computer\.$/u)
    expect(shown[0]).toHaveLength(2)
    await under.clock.advance(400_000)
    expect(endOf(await report)).toBe('expired')
  })

  it('cannot approve what it asked for by chat, even past the whisper', async () => {
    const own = { ...caller, id: 'chat:overworld/Steve', name: 'Steve, by chat with a model' }
    const report = asks({ caller: own })
    await settled()
    expect(codeIn(shown[0])).toBe('')
    const [open] = under.gateway.approvals.open()
    const person = { id: 'player:x', name: 'Steve', kind: 'player', callers: [own.id] } as const
    under.gateway.approvals.shown(open?.id ?? '', person)
    await under.clock.advance(1_000)
    const answered = under.gateway.approvals.decideAsPerson({ id: open?.id ?? '', decision: 'approve', person })
    expect(answered.ok).toBe(false)
    await under.clock.advance(400_000)
    expect(endOf(await report)).toBe('expired')
  })

  it('cannot approve what it asked for by chat on another server', async () => {
    under.provider.host.present(under.serve('nether', ['player.chat']))
    const report = asks({ caller: { ...caller, id: 'chat:nether/Steve', name: 'Steve, by chat with a model' } })
    await settled()
    expect(shown.map((lines) => codeIn(lines))).toEqual([''])
    await under.clock.advance(400_000)
    expect(endOf(await report)).toBe('expired')
  })

  it('cannot answer by a command that says the code in its name', async () => {
    const { report, code } = await asked()
    const wrong = code === '0000' ? '0001' : '0000'
    for (const digits of [wrong, wrong, wrong, code]) says('Steve', `#approve ${digits}`, { identity: 'display' })
    expect(under.gateway.approvals.open()).toHaveLength(1)
    expect(settings.value.gameApprover).toEqual(steve)
    expect(received()).toEqual([])
    says('Steve', `#approve ${code}`)
    expect(endOf(await report)).toBe('done')
  })

  it('is paused when its Bedrock game connects again, until the owner resumes it', async () => {
    const { report, code } = await asked()
    const connects = (kind: 'bedrock' | 'java') => {
      const online = { ...server.server, kind }
      for (const state of ['connecting', 'online'] as const)
        under.provider.host.present(Object.assign(server, { server: { ...online, state } }))
    }
    connects('java')
    expect(settings.value.gameApprover).toEqual(steve)
    connects('bedrock')
    expect(settings.value.gameApprover).toEqual({ ...steve, paused: true })
    says('Steve', `#approve ${code}`)
    expect(under.gateway.approvals.open()).toHaveLength(1)
    await under.clock.advance(400_000)
    expect(endOf(await report)).toBe('expired')
    game.resume()
    expect(game.state.approver?.paused).toBe(false)
  })

  it('cannot make a rule, however the answer is sent', async () => {
    const { report } = await asked()
    const [open] = under.gateway.approvals.open()
    const person = { id: 'player:x', name: 'Steve', kind: 'player' } as const
    under.gateway.approvals.shown(open?.id ?? '', person)
    await under.clock.advance(1_000)
    for (const duration of ['session', 'always'] as const) {
      const answered = under.gateway.approvals.decideAsPerson({
        id: open?.id ?? '',
        decision: 'approve',
        person,
        duration,
      })
      expect(answered.ok).toBe(false)
    }
    await under.clock.advance(400_000)
    expect(endOf(await report)).toBe('expired')
  })

  it('has three codes at once, and the next when one is used', async () => {
    const reports = [1, 2, 3, 4].map((time) =>
      under.call('world.time.set', { worldName: 'world', time }, { caller: { ...caller, id: `mcp:${time}` } }),
    )
    await settled()
    await under.clock.advance(1_000)
    expect(shown).toHaveLength(3)
    says('Steve', `#approve ${codeIn(shown[0])}`)
    await settled()
    await under.clock.advance(1_000)
    const fourth = shown.filter(([, line]) => line?.includes('time 4'))
    expect(fourth).toHaveLength(1)
    says('Steve', `#approve ${codeIn(fourth[0])}`)
    const isDone = reports[3]?.then(endOf)
    expect(await isDone).toBe('done')
    under.gateway.approvals.denyAll('desktop')
    await Promise.all(reports)
  })

  it('gets no request and cannot answer while it is offline', async () => {
    isReached = false
    const { report } = await asked()
    expect(shown).toEqual([])
    says('Steve', '#approve 1234')
    await settled()
    expect(under.gateway.approvals.open()).toHaveLength(1)
    under.gateway.approvals.denyAll('desktop')
    await report
    expect(JSON.stringify(under.log.lines)).not.toMatch(/#approve/u)
  })

  it('types answers that no subscriber receives, whether the player is linked or not', async () => {
    const { report, code } = await asked()
    says('Steve', `the code is ${code}`)
    says('Alex', '#approve 1')
    says('Alex', '#同意 2')
    says('Alex', '#拒绝')
    game.unlink()
    says('Alex', '#deny 3')
    says('Alex', 'hello')
    expect(received()).toMatchObject([{ data: { message: 'hello' } }])
    expect(JSON.stringify(under.audit.events)).not.toContain(code)
    under.gateway.approvals.denyAll('desktop')
    await report
  })

  it('is unlinked at any time, and its codes end', async () => {
    const { report, code } = await asked()
    game.unlink()
    says('Steve', `#approve ${code}`)
    await settled()
    expect(under.gateway.approvals.open()).toHaveLength(1)
    expect(game.state.approver).toBeNull()
    under.gateway.approvals.denyAll('desktop')
    await report
  })
})
