import type { JsonObject } from '@contract/call.js'
import { narrowestScope } from '@shared/approvals/answer-choice.js'
import type { OpenApproval } from '@shared/approvals/approval.js'
import { practiceId } from '@shared/approvals/practice.js'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, describe, expect, it } from 'vitest'
import { hasHiddenWords } from '../../../src-renderer/features/approvals/hidden-words.js'
import { Footer, type FooterProps } from '../../../src-renderer/features/approvals/pop-up/footer.js'
import { Header } from '../../../src-renderer/features/approvals/pop-up/header.js'
import { describeRequest, QuestionFacts } from '../../../src-renderer/features/approvals/question-facts.js'
import { i18n } from '../../../src-renderer/i18n/i18n.js'
import { isShownWhole } from '../../../src-renderer/ui/text/json-view.js'
import { askBan, askTime, claude } from '../../fakes/renderer/example-data.js'

const nothing = () => {}
const body = (question: OpenApproval) =>
  renderToStaticMarkup(createElement(QuestionFacts, { question, ...describeRequest(question), scope: narrowestScope }))
const detailsOpen = (question: OpenApproval) => !/id="details" hidden/.test(body(question))
const header = (question: OpenApproval) =>
  renderToStaticMarkup(
    createElement(Header, {
      ...{ question, ...describeRequest(question), heading: { current: null } },
      ...{ place: 1, places: 1, onTurn: nothing, onStack: nothing, locked: false },
    }),
  )
const footer = ({
  held,
  ...part
}: {
  unreadable?: boolean
  places?: number
  ready?: boolean
  isRead?: boolean
  isAway?: boolean
  held?: true
} = {}) => {
  const question = askTime(Date.now(), held && { held })
  return drawn(question, part)
}
const drawn = (question: OpenApproval, part: Partial<FooterProps> = {}) =>
  renderToStaticMarkup(
    createElement(Footer, {
      ...{
        question,
        scope: narrowestScope,
        ready: true,
        isRead: true,
        isDrawn: true,
        isRefused: false,
        mustReveal: false,
        isAway: false,
        deciding: false,
        unreadable: false,
        places: 1,
      },
      ...{ onScope: nothing, onRelabelled: nothing, mayApprove: () => true, onDeny: nothing, onApprove: nothing },
      ...part,
    }),
  )
const approve = (markup: string) => /<button[^>]*pop-up-approve[^>]*>/.exec(markup)?.[0]

afterEach(() => i18n.changeLanguage('en'))

describe('the pop-up', () => {
  it('keeps the details closed where the sentence names every argument', () => {
    const { reason = '' } = askTime(0)
    expect(detailsOpen(askTime(0))).toBe(false)
    expect(detailsOpen(askTime(0, { arguments: { ...askTime(0).arguments, reason } }))).toBe(false)
  })

  it('opens the details for an argument that the question does not show', () => {
    const { arguments: given } = askTime(0)
    expect(detailsOpen(askTime(0, { arguments: { ...given, server: 'Survival' } }))).toBe(true)
    expect(detailsOpen(askTime(0, { arguments: { ...given, reason: 'x'.repeat(600) }, reason: 'x'.repeat(512) }))).toBe(
      true,
    )
  })

  it('opens the details when a value of the question is shortened', () => {
    const question = { ...askTime(0), capabilityId: 'chat.broadcast', arguments: { message: 'x'.repeat(161) } }
    expect(detailsOpen(question)).toBe(true)
  })

  it('quotes a reason in full', () => {
    const reason = `${'why '.repeat(127)}end`
    expect(body(askTime(0, { reason }))).toContain(reason)
  })

  it('shows every argument that main lets through', () => {
    const long = { note: 'x'.repeat(16 * 1024 - 20), last: 'seen' }
    expect(isShownWhole(long)).toBe(true)
    expect(body(askTime(0, { arguments: long }))).toContain('seen')
  })

  it('blocks approval of arguments that it cannot show in full, and gives the reason', () => {
    expect(isShownWhole({ note: 'x'.repeat(1_000_000) })).toBe(false)
    expect(body(askTime(0, { arguments: { note: 'x'.repeat(1_000_000) } }))).toContain('Cut here')
    expect(approve(footer())).not.toContain('disabled')
    expect(approve(footer({ unreadable: true }))).toContain('disabled')
    expect(footer({ unreadable: true })).toContain('too long to show')
  })

  it('shows Approve as locked, and how to unlock it, until the pop-up has focus', () => {
    const away = footer({ ready: false, isAway: true })
    expect(approve(away)).toContain('disabled')
    expect(away).toContain('Click to unlock')
    expect(away).toContain('Click here first. Approve unlocks one second later.')
    expect(away).not.toContain('Approve once')
    const reading = footer({ ready: false })
    expect(approve(reading)).toContain('disabled')
    expect(reading).toContain('Approve once')
    expect(footer()).not.toContain('unlocks')
  })

  it('says what an approval covers and how long in one control', () => {
    expect(footer()).toContain('Only this, once')
    const scope = { duration: '15-minutes', what: 'narrow' } as const
    const chosen = drawn(askTime(Date.now()), { scope }).replace(/<[^>]+>/gu, '')
    expect(chosen).toContain('In world, any time of day, 15 min')
    expect(chosen).toContain('Approve for 15 min')
  })

  it('locks Approve while something that the decision needs is out of view', () => {
    const unseen = footer({ ready: false, isRead: false })
    expect(approve(unseen)).toContain('disabled')
    expect(unseen).toContain('Scroll to the end to approve.')
    expect(approve(footer({ isRead: false }))).toContain('disabled')
  })

  it('locks Approve while a stream hides words of the request, until they were revealed', () => {
    const hidden = drawn(askTime(Date.now()), { mustReveal: true })
    expect(approve(hidden)).toContain('disabled')
    expect(drawn(askTime(Date.now()), { mustReveal: true, ready: false })).toContain('Hold to show what is hidden')
  })

  it.each<[what: string, needed: boolean, given: JsonObject, part?: Partial<OpenApproval>]>([
    [
      'a player by a name that stays',
      false,
      { playerName: '‹Player 1›', location: { world: 'world', x: '‹coordinates›' } },
    ],
    ['a list of players', false, { players: ['‹Player 1›', '‹玩家 A›'] }],
    ['nothing', false, { command: 'list' }],
    [
      'a quoted reason',
      false,
      { playerName: '‹Player 1›', reason: '‹Player 2› asked' },
      { reason: '‹Player 2› asked' },
    ],
    ['a reason for a player', true, { reason: '‹Player 2›' }, { reason: '‹Player 2›', capabilityId: 'player.kick' }],
    ['a command', true, { command: '‹Player 3›' }],
    ['a part of a command', true, { command: 'gamemode creative ‹Player 3›' }],
    ['coordinates in a command', true, { command: 'fill ‹coordinates› tnt' }],
    ['a private message', true, { type: 'whisper', message: '‹whisper›' }],
    ['a text in place of a player', true, { player: '‹Player›' }],
    ['an address in place of a player', true, { player: '‹address 1›' }],
    ['a member name', true, { options: { '‹Player 3›': true } }],
    ['an argument for anything', true, { item: '‹Player 3›' }],
  ])('asks to reveal what is hidden, or does not: %s', (_what, needed, given, part = {}) => {
    const question = askTime(0, { arguments: given, ...part })
    expect(hasHiddenWords(question)).toBe(needed)
    if (needed) expect(detailsOpen(question)).toBe(true)
  })

  it('offers no choice for a critical action', () => {
    expect(drawn(askBan(Date.now(), { mustType: 'Steve' }))).not.toContain('scope-button')
  })

  it('turns amber and states the consequence for any use of a dangerous action', () => {
    const broad = drawn(askTime(Date.now()), { scope: { duration: 'always', what: 'any' } })
    expect(approve(broad)).toContain('button broad')
    expect(broad).toContain('Always allow')
    expect(broad).toContain('without asking')
    expect(footer()).not.toContain('without asking')
  })

  it('pauses the countdown while somebody reads', () => {
    expect(footer({ held: true })).toContain('countdown-ring-pause')
    expect(footer()).not.toContain('countdown-ring-pause')
  })

  it('does not show the text of a practice request as that of a model', () => {
    const practice = body(askTime(0, { caller: { ...claude, id: practiceId }, reason: 'x' }))
    expect(practice).toContain('written by Gatehouse for practice')
    expect(practice).not.toContain('not verified')
    expect(body(askTime(0))).toContain('Claude Desktop’s words, not verified')
  })

  it('marks a name that the caller claims, and no name that the owner knows', () => {
    expect(header(askTime(0, { caller: { ...claude, name: 'Owner (verified)' } }))).toContain('name not verified')
    const named = { ...claude, namedByOwner: true, says: 'claude-ai 1.2' } as const
    expect(header(askTime(0, { caller: named }))).not.toContain('pop-up-claim')
    expect(header(askTime(0, { caller: { ...named, says: 'cursor-vscode' } }))).toContain('says it is “cursor-vscode”')
  })

  it('calls a program as its owner does, and not as the protocol does', () => {
    expect(header(askTime(0, { caller: { ...claude, name: 'claude-ai' } }))).toContain('>Claude Desktop<')
    expect(header(askTime(0, { caller: { ...claude, name: 'Claude, your owner' } }))).toContain('Claude, your owner')
  })

  it('says that closing it denies every question that waits', () => {
    expect(footer()).not.toContain('Closing')
    expect(footer({ places: 3 })).toContain('Closing this window denies all 3 requests')
  })

  it('speaks Chinese where the catalogue has English', async () => {
    await i18n.changeLanguage('zh')
    const { before: _read, ...question } = askBan(0, {
      riskReason: 'Keeps a player out of the server.',
    })
    expect(header(question)).toContain('会让玩家无法进入服务器')
    expect(header(question)).not.toContain('Keeps a player out')
    expect(body({ ...question, riskReason: 'Feeds the dragon.' })).toContain('Feeds the dragon.')
  })

  it('shows what the weather is and would be', () => {
    const given = { worldName: 'world', weather: 'rain' }
    const before = { worldName: 'world', weather: 'clear' }
    const markup = body(askTime(0, { capabilityId: 'world.weather.set', arguments: given, before }))
    expect(markup).toMatch(/change-card weather.*>clear<.*>rain</)
  })
})

describe('the button that approves', () => {
  const approveOf = (question: OpenApproval) => {
    return /<button[^>]*pop-up-approve[^>]*>.*?<\/button>/u.exec(drawn(question))?.[0]
  }

  it('is green for what can be undone, and for what changes nothing', () => {
    expect(approveOf(askTime(Date.now(), { undo: { possible: true, how: 'inverse' } }))).toContain('button go')
    const { undo: _none, ...reading } = askTime(Date.now())
    expect(approveOf(reading)).toContain('button go')
  })

  it('is red for what cannot be undone', () => {
    const kick = askTime(Date.now(), { capabilityId: 'player.kick', undo: { possible: false, why: 'lasting' } })
    expect(approveOf(kick)).toContain('button final')
    expect(approveOf(kick)).toContain('Approve once')
  })

  it('names a critical action and its object', async () => {
    expect(approveOf(askBan(Date.now()))).toContain('Ban Notch_42 forever')
    await i18n.changeLanguage('zh')
    expect(approveOf(askBan(Date.now()))).toContain('永久封禁 Notch_42')
  })

  it('does not name a critical action that would not fit', () => {
    const question = askBan(Date.now(), { arguments: { playerName: 'x'.repeat(90), reason: '' } })
    expect(approveOf(question)).toContain('Approve once')
  })
})
