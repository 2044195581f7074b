import { owner } from '@shared/approvals/attempt.js'
import type { TFunction } from 'i18next'
import { describe, expect, it } from 'vitest'
import { practiceCaller } from '../../../src-main/gateway/practice.js'
import { callSentence } from '../../../src-renderer/sentences/call-sentence.js'
import { plainText, sentenceParts } from '../../../src-renderer/sentences/sentence.js'
import { callerName } from '../../../src-renderer/ui/names/caller-name.js'
import { callerNote } from '../../../src-renderer/ui/names/caller-note.js'

const t = ((key: string) => key) as unknown as TFunction

const wordOf = (caller: { readonly id?: string; readonly name: string }) =>
  callSentence({ capabilityId: 'world.time.set', arguments: {}, caller }, 'asks').values.caller

describe('a caller that is not a client', () => {
  it.each([
    ['owner', owner],
    ['practice', practiceCaller],
  ])('has a translated name: %s', (which, caller) => {
    expect(callerName(caller, t)).toBe(`caller.${which}.name`)
    expect(callerNote(caller, t)).toBe(`caller.${which}.note`)
    expect(wordOf(caller)).toEqual({ kind: 'own', key: `caller.${which}.subject`, as: 'name' })
  })

  it('is the person who undoes, shown as an undo and not as a call of some "desktop"', () => {
    const caller = { type: 'user', id: 'desktop', name: 'desktop' } as const
    const call = { capabilityId: 'world.time.set', arguments: {}, caller }
    expect(callSentence(call, 'done')).toMatchObject({
      key: 'asks.undo.done',
      values: { what: { kind: 'sentence', sentence: { key: 'sentence.general.title' } } },
    })
    expect(callSentence(call, 'question').key).toBe('sentence.general.question')
    const spoken = sentenceParts(callSentence(call, 'done'), (key) =>
      key === 'asks.undo.done' ? 'You undid: {{what}}!' : key,
    )
    expect(plainText(spoken)).toBe('You undid: sentence.general.title!')
    expect(callSentence({ ...call, caller: { ...caller, type: 'model' } }, 'done').key).toBe('sentence.general.done')
  })

  it('never is a client that gives itself one of these names', () => {
    for (const name of [owner.name, practiceCaller.name, owner.id, practiceCaller.id]) {
      const client = { type: 'model', id: `client:${name}`, name } as const
      expect(callerName(client, t)).toBe(name)
      expect(callerNote(client, t)).toBe('caller.claim')
      expect(wordOf(client)).toEqual({ kind: 'name', text: name, claimed: true })
      expect(wordOf({ name })).toEqual({ kind: 'name', text: name, claimed: true })
    }
  })
})
