import type { GameApprover } from '@shared/approvals/game-approval.js'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { settled } from '../../../fakes/fake-clock.js'
import { endOf } from '../../../fakes/gateway-under-test.js'
import { GameApprovalsScene, steve } from './game-approvals-scene.js'

let scene: GameApprovalsScene
let under: GameApprovalsScene['under']
let game: GameApprovalsScene['game']
let settings: GameApprovalsScene['settings']
let shown: GameApprovalsScene['shown']
let isReached: boolean

function start(approver: GameApprover | null): void {
  isReached = true
  scene = new GameApprovalsScene(approver, { isReached: () => isReached })
  ;({ under, game, settings, shown } = scene)
}

beforeEach(() => start(steve))
afterEach(() => scene.stop())

const says: GameApprovalsScene['says'] = (...line) => scene.says(...line)
const lastCode: GameApprovalsScene['lastCode'] = () => scene.lastCode()
const received: GameApprovalsScene['received'] = () => scene.received()
const asked: GameApprovalsScene['asked'] = (more) => scene.asked(more)

describe('linking the owner’s player', () => {
  beforeEach(() => {
    game.stop()
    start(null)
  })

  it('gives codes to the requests that already wait', async () => {
    const { report } = await asked()
    game.link('overworld', 'Steve')
    says('Steve', `#link ${game.state.linking?.code}`)
    await settled()
    expect(shown).toHaveLength(2)
    says('Steve', `#approve ${lastCode()}`)
    expect(endOf(await report)).toBe('done')
  })

  it('belongs to the person who linked it, whose id counts for its answers', async () => {
    game.link('overworld', 'Steve', '', 'person:0a1b2c3d')
    says('Steve', `#link ${game.state.linking?.code}`)
    await settled()
    expect(settings.value.gameApprover).toEqual({ ...steve, person: 'person:0a1b2c3d' })
    const decided = vi.spyOn(under.gateway.approvals, 'decideAsPerson')
    await asked()
    says('Steve', `#approve ${lastCode()}`)
    expect(decided.mock.calls.map(([{ person }]) => person)).toMatchObject([{ id: 'person:0a1b2c3d', kind: 'player' }])
  })

  it('begins each message with the word that the owner chose, which the window and the log do not show', async () => {
    game.link('overworld', 'Steve', ' kiwi  pie ')
    says('Steve', `#link ${game.state.linking?.code}`)
    await settled()
    await asked()
    const lines = shown.flatMap(([, ...of]) => of)
    expect(lines.length).toBeGreaterThan(2)
    for (const line of lines) expect(line).toMatch(/^\(kiwi pie\) /u)
    expect(settings.value.gameApprover).toEqual({ ...steve, word: 'kiwi pie' })
    expect(JSON.stringify(game.state)).not.toContain('kiwi')
    expect(JSON.stringify(under.audit.events)).not.toContain('kiwi')
  })

  it('says when the link cannot be saved', () => {
    game.link('overworld', 'Steve')
    settings.isWritable = false
    says('Steve', `#link ${game.state.linking?.code}`)
    expect(game.state).toMatchObject({ approver: null, linking: null, problem: 'not-saved' })
  })

  it('is off until the player types the code, and takes the name as the game writes it', async () => {
    const { report } = await asked()
    expect(shown).toEqual([])
    under.gateway.approvals.denyAll('desktop')
    await report
    game.link('overworld', ' steve ')
    const { code } = game.state.linking ?? {}
    expect(code).toMatch(/^\d{6}$/u)
    expect(settings.value.gameApprover).toBeNull()
    says('Steve', `#link ${code}`)
    await settled()
    expect(settings.value.gameApprover).toEqual(steve)
    expect(game.state).toMatchObject({ approver: steve, linking: null, problem: null, servers: ['overworld'] })
    expect(shown).toEqual([['Steve', 'You can now answer many requests here. Answer the others on the computer.']])
    expect(received()).toEqual([])
  })

  it('ends when a computer or a role of somebody is taken away, who may have begun it', () => {
    game.link('overworld', 'Steve')
    const { code } = game.state.linking ?? {}
    const { id } = scene.people.add({ name: 'Eve', role: 'owner' })
    scene.people.change(id, { role: 'viewer' })
    says('Steve', `#link ${code}`)
    expect(game.state).toMatchObject({ approver: null, linking: null })
  })

  it('ends when another player types the code', () => {
    game.link('overworld', 'Steve')
    says('Alex', `#link ${game.state.linking?.code}`)
    expect(game.state).toMatchObject({ linking: null, problem: 'other-player', approver: null })
  })

  it('answers a line without a code with help, a few times, and never counts it', async () => {
    game.link('overworld', 'Steve')
    for (let time = 0; time < 6; time++) says('Steve', '#link')
    says('Alex', '#link')
    await settled()
    const help = ['Steve', 'Type #link and the 6 digits that Gatehouse shows.']
    expect(shown).toEqual([help, help, help])
    expect(game.state.linking).not.toBeNull()
  })

  it('ends after three wrong codes of that player, and not of others', () => {
    game.link('overworld', 'Steve')
    const wrong = game.state.linking?.code === '000000' ? '000001' : '000000'
    for (let left = 0; left < 5; left++) says('Alex', `#link ${wrong}`)
    for (let left = 0; left < 2; left++) says('Steve', `#link ${wrong}`)
    expect(game.state.linking).not.toBeNull()
    says('Steve', `#link ${wrong}`)
    expect(game.state).toMatchObject({ linking: null, problem: 'wrong-codes' })
  })

  it('expires, and can be cancelled', async () => {
    game.link('overworld', 'Steve')
    const code = game.state.linking?.code
    await under.clock.advance(300_000)
    expect(game.state).toMatchObject({ linking: null, problem: 'expired' })
    says('Steve', `#link ${code}`)
    expect(settings.value.gameApprover).toBeNull()
    game.link('overworld', 'Steve')
    game.cancelLink()
    expect(game.state).toMatchObject({ linking: null, problem: null })
  })

  it('says when the game shows the player nothing', async () => {
    isReached = false
    game.link('overworld', 'Steve')
    says('Steve', `#link ${game.state.linking?.code}`)
    await settled()
    expect(game.state).toMatchObject({ approver: steve, problem: 'not-shown' })
  })

  it('is refused on a server that cannot show messages to one player', () => {
    under.serve('agent', ['player.chat'])
    expect(() => game.link('agent', 'Steve')).toThrow('No player can be linked on this server now.')
    expect(() => game.link('nowhere', 'Steve')).toThrow('No player can be linked on this server now.')
    expect(() => game.link('overworld', '  ')).toThrow('No player can be linked on this server now.')
  })
})
