import { everyAnswerPlace } from '@shared/approvals/answer-places.js'
import type { OpenApproval, Person } from '@shared/approvals/approval.js'
import { readingMs } from '@shared/approvals/reading-time.js'
import type { RuleTerms } from '@shared/approvals/rule.js'
import type { PersonTerms } from '@shared/clients/person.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ApprovalResolution } from '../../../../src-main/gateway/ports/open-approvals.js'
import { approvalsUnderTest, question } from '../../../fakes/approvals-under-test.js'
import { FakeClock, settled } from '../../../fakes/fake-clock.js'
import { times } from '../../../fixtures/properties.js'

type Terms = Pick<PersonTerms, 'role' | 'servers'>

const forever = new AbortController().signal
const kinds = ['remote', 'phone', 'player', 'discord'] as const
const ids = ['person:00000001', 'person:00000002', 'person:00000003', 'desktop'] as const
const servers = ['overworld', 'creative'] as const

class House {
  readonly clock = new FakeClock()
  readonly terms = new Map<string, Terms>()
  readonly rules: RuleTerms[] = []
  readonly answers: ApprovalResolution[] = []
  readonly approvals = approvalsUnderTest({
    clock: this.clock,
    places: () => everyAnswerPlace,
    createRule: (terms) => void this.rules.push(terms),
    currentPerson: (person) => this.#current(person),
  })

  constructor(terms: Readonly<Record<string, Terms>>) {
    for (const [id, of] of Object.entries(terms)) this.terms.set(id, of)
  }

  on(id: string, kind: Person['kind'] = 'remote', callers: readonly string[] = []): Person {
    return { id, name: `name of ${id}`, kind, ...(callers.length > 0 && { callers }) }
  }

  async ask(change: Partial<typeof question> = {}, needed = 1): Promise<OpenApproval> {
    let opened: OpenApproval | undefined
    const asked = this.approvals.request({ ...question, ...change }, needed, forever, (approval) => {
      opened = approval
    })
    void asked.then((answer) => this.answers.push(answer))
    if (!opened) throw new Error('The request was not opened.')
    for (const id of ids) for (const kind of kinds) this.approvals.shown(opened.id, { id, kind })
    await this.clock.advance(readingMs)
    return opened
  }

  /** As the directory says it: somebody who is not in it is a viewer. */
  #current(person: Person): Person {
    if (person.id === 'desktop') return person
    const { servers: _servers, ...given } = person
    return { ...given, ...(this.terms.get(person.id) ?? { role: 'viewer' }) }
  }
}

const [ada, grace, eve] = ids

describe('the role of a person', () => {
  it.each(kinds)('lets a viewer answer nothing: %s', async (kind) => {
    const house = new House({ [ada]: { role: 'viewer' } })
    house.approvals.attach(house.on('desktop', 'desktop'))
    const { id } = await house.ask()
    for (const decision of ['approve', 'deny'] as const)
      expect(house.approvals.decideAsPerson({ id, decision, person: house.on(ada, kind) }).ok).toBe(false)
    expect(house.approvals.isOpen(id)).toBe(true)
  })

  it.each(['remote', 'phone'] as const)('lets a moderator deny but not approve a critical one: %s', async (kind) => {
    const house = new House({ [ada]: { role: 'moderator' } })
    house.approvals.attach(house.on('desktop', 'desktop'))
    const { id, mustType = '' } = await house.ask({ risk: 'critical' })
    const person = house.on(ada, kind)
    const answered = house.approvals.decideAsPerson({ id, decision: 'approve', person, typed: mustType })
    expect(answered).toMatchObject({ ok: false, error: { code: 'PERMISSION.DENIED' } })
    expect(house.approvals.decideAsPerson({ id, decision: 'deny', person }).ok).toBe(true)
  })

  it('lets a moderator answer nothing of a server that is not theirs', async () => {
    const house = new House({ [ada]: { role: 'moderator', servers: ['creative'] } })
    house.approvals.attach(house.on('desktop', 'desktop'))
    const { id } = await house.ask()
    for (const decision of ['approve', 'deny'] as const) {
      const answered = house.approvals.decideAsPerson({ id, decision, person: house.on(ada) })
      expect(answered).toMatchObject({ ok: false, error: { message: 'You are not a moderator of this server.' } })
    }
  })

  it('lets a moderator create no lasting rule and none for any use', async () => {
    const house = new House({ [ada]: { role: 'moderator' } })
    house.approvals.attach(house.on(ada))
    const { id } = await house.ask({ risk: 'medium' })
    const person = house.on(ada)
    for (const decision of ['approve', 'deny'] as const) {
      expect(house.approvals.decideAsPerson({ id, decision, person, duration: 'always' }).ok).toBe(false)
      expect(house.approvals.decideAsPerson({ id, decision, person, duration: '5-minutes', what: 'any' }).ok).toBe(
        false,
      )
    }
    expect(house.approvals.decideAsPerson({ id, decision: 'approve', person, duration: '5-minutes' }).ok).toBe(true)
    expect(house.rules).toHaveLength(1)
  })

  it('is the one they have when they answer', async () => {
    const house = new House({ [ada]: { role: 'owner' }, [grace]: { role: 'owner' } })
    house.approvals.attach(house.on(ada))
    house.approvals.attach(house.on(grace))
    const { id } = await house.ask()
    house.terms.set(ada, { role: 'viewer' })
    expect(house.approvals.decideAsPerson({ id, decision: 'approve', person: house.on(ada) }).ok).toBe(false)
  })

  it('counts only those who may really approve a request', () => {
    const house = new House({ [ada]: { role: 'moderator', servers: ['creative'] }, [grace]: { role: 'viewer' } })
    for (const id of ids.slice(0, 3)) house.approvals.attach(house.on(id))
    house.terms.set(eve, { role: 'owner' })
    const asked = (risk: OpenApproval['risk'], server: string) =>
      house.approvals.approversFor({ caller: question.caller, risk, server: { id: server } })
    expect([asked('high', 'creative'), asked('high', 'overworld'), asked('critical', 'creative')]).toEqual([2, 1, 1])
    expect(house.approvals.approvers).toBe(2)
  })

  it('ends a request at once when nobody is left who may answer it', async () => {
    const house = new House({ [ada]: { role: 'owner' }, [grace]: { role: 'viewer' } })
    const leave = house.approvals.attach(house.on(ada))
    house.approvals.attach(house.on(grace))
    await house.ask()
    leave()
    await settled()
    expect(house.answers).toMatchObject([{ outcome: 'denied', by: ['nobody'] }])
  })

  it('takes what a person agreed to with it', async () => {
    const house = new House({ [ada]: { role: 'owner' }, [grace]: { role: 'owner' } })
    for (const id of [ada, grace]) house.approvals.attach(house.on(id))
    const { id } = await house.ask({}, 2)
    house.approvals.decideAsPerson({ id, decision: 'approve', person: house.on(ada) })
    house.approvals.revoke(house.on(ada))
    await settled()
    expect(house.answers).toMatchObject([{ outcome: 'denied' }])
  })
})

describe('a person with several ways', () => {
  it('counts once in a quorum', async () => {
    const house = new House({ [ada]: { role: 'owner' }, [grace]: { role: 'owner' } })
    for (const kind of kinds) house.approvals.attach(house.on(ada, kind))
    expect(house.approvals.approvers).toBe(1)
    house.approvals.attach(house.on(grace))
    const { id } = await house.ask({}, 2)
    for (const kind of kinds) house.approvals.decideAsPerson({ id, decision: 'approve', person: house.on(ada, kind) })
    expect(house.approvals.find(id)?.agreed).toEqual([`name of ${ada}`])
  })

  it('reads a request on each screen before approving it there', async () => {
    const house = new House({ [ada]: { role: 'owner' } })
    house.approvals.attach(house.on(ada))
    let id = ''
    void house.approvals.request(question, 1, forever, (approval) => {
      id = approval.id
    })
    house.approvals.shown(id, { id: ada, kind: 'phone' })
    await house.clock.advance(readingMs)
    const answerOn = (kind: Person['kind']) =>
      house.approvals.decideAsPerson({ id, decision: 'approve', person: house.on(ada, kind) })
    expect(answerOn('remote')).toMatchObject({ error: { code: 'RISK.APPROVAL_TOO_QUICK' } })
    expect(answerOn('phone').ok).toBe(true)
  })

  it('does not count twice when they gave the command', async () => {
    const house = new House({ [ada]: { role: 'owner' } })
    const name = house.on(ada).name
    house.approvals.attach(house.on(ada))
    const orderedBy = { id: name, name, kind: 'control' } as const
    const { id } = await house.ask({ orderedBy }, 2)
    house.approvals.decideAsPerson({ id, decision: 'approve', person: house.on(ada) })
    expect(house.approvals.isOpen(id)).toBe(true)
  })
})

const terms = fc.record({
  role: fc.constantFrom(...(['viewer', 'moderator', 'owner'] as const)),
  servers: fc.subarray([...servers]),
})
const step = fc.oneof(
  fc.record({
    do: fc.constant('answer' as const),
    who: fc.constantFrom(...ids),
    kind: fc.constantFrom(...kinds),
    decision: fc.constantFrom('approve' as const, 'approve' as const, 'deny' as const),
    duration: fc.constantFrom(...(['once', 'once', '5-minutes', 'always'] as const)),
  }),
  fc.record({ do: fc.constant('change' as const), who: fc.constantFrom(...ids.slice(0, 3)), terms }),
  fc.record({ do: fc.constant('remove' as const), who: fc.constantFrom(...ids.slice(0, 3)) }),
)

it('nobody approves for another, twice, above their role or for another server, whatever happens', () =>
  times(300).forAllAsync(
    fc.record({
      risk: fc.constantFrom(...(['medium', 'high', 'critical'] as const)),
      server: fc.constantFrom(...servers),
      needed: fc.integer({ min: 1, max: 3 }),
      asks: fc.constantFrom(...ids),
      roles: fc.tuple(terms, terms, terms),
    }),
    fc.array(step, { maxLength: 12 }),
    async ({ risk, server, needed, asks, roles }, steps) => {
      const house = new House(Object.fromEntries(roles.map((of, at) => [ids[at], of])))
      house.approvals.attach(house.on('desktop', 'desktop'))
      const caller = { ...question.caller, id: asks }
      const given = { risk, server: { id: server, name: server }, caller }
      const { id, mustType } = await house.ask(given, needed)
      const agreed = new Set<string>()
      let isDenied = false
      for (const next of steps) {
        if (!house.approvals.isOpen(id)) break
        const now = next.who === 'desktop' ? { role: 'owner' as const } : house.terms.get(next.who)
        if (next.do === 'answer') {
          const { decision, who, kind, duration } = next
          const person = house.on(who, kind)
          const typed = mustType === undefined ? {} : { typed: mustType }
          const { ok } = house.approvals.decideAsPerson({ id, decision, person, duration, ...typed })
          if (!ok) continue
          expect(now?.role).not.toBe('viewer')
          expect(now).toBeDefined()
          if (now?.role === 'moderator') expect(now).toMatchObject({ servers: expect.arrayContaining([server]) })
          if (decision === 'deny') isDenied = true
          else {
            expect(who).not.toBe(asks)
            if (risk === 'critical')
              expect([now?.role, kind]).toEqual(['owner', expect.stringMatching(/remote|phone/u)])
            if (duration === 'always') expect(now?.role).toBe('owner')
            agreed.add(who)
          }
        } else {
          if (next.do === 'remove') house.terms.delete(next.who)
          else house.terms.set(next.who, next.terms)
          if (agreed.has(next.who)) isDenied = true
          house.approvals.revoke(house.on(next.who))
        }
      }
      await settled()
      const approved = house.answers.filter(({ outcome }) => outcome === 'approved')
      if (isDenied) expect(approved).toEqual([])
      else expect(approved).toHaveLength(agreed.size >= needed ? 1 : 0)
      for (const { by } of approved) expect(new Set(by).size).toBe(needed)
    },
  ))
