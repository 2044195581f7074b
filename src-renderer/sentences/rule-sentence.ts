/**
 * Rule sentence: what a rule allows, asks about or denies, in words that say what it covers.
 *
 * Guards invariant 5: names of clients, servers and patterns are inserted as values. The expiry comes last, because it is
 * the editable part.
 */

import type { JsonObject } from '@contract/call.js'
import type { ArgumentFact } from '@shared/approvals/coverage.js'
import { coverageIdOf, everyAi, type Rule } from '@shared/approvals/rule.js'
import { bridge } from '@shared/clients/client.js'
import type { NamedServer } from '@shared/servers/server-name.js'
import { coreNameKey } from '@shared/words/core-words.js'
import { callSentence } from './call-sentence.js'
import { factsSentence } from './coverage-sentence.js'
import { patternTopic } from './pattern-topic.js'
import {
  claimedName,
  fits,
  name,
  own,
  type Sentence,
  type SentenceValue,
  serverValue,
  type Translate,
} from './sentence.js'

export interface RuleNames {
  /** Undefined for a removed server. */
  readonly server?: NamedServer | undefined
  /** Name of the capability in the manifest. */
  readonly capability?: string | undefined
}

/** Maximum characters of a value in the sentence about exactly one request. */
const maxWordLength = 120

type Terms = Pick<Rule, 'effect' | 'client' | 'server' | 'capability' | 'what' | 'arguments'>

const said = (key: string, values: Sentence['values'] = {}): Sentence => ({ key, values, complete: true })
const within = (sentence: Sentence): SentenceValue => ({ kind: 'sentence', sentence })

/** "set the time" */
const actionValue = ({ capability }: Terms, called: string | undefined, t: Translate): SentenceValue => {
  if (capability === '**') return name(t('ruleCare.act.everything'))
  const topic = patternTopic(capability, t)
  if (topic !== undefined) return within(said('ruleCare.act.topic', { topic: name(topic) }))
  const key = coreNameKey(capability)
  if (key === undefined) return within(said('ruleCare.act.other', { name: name(called ?? capability) }))
  const text = t(key)
  return name(text.charAt(0).toLowerCase() + text.slice(1))
}

/** The arguments that a rule about exactly one request names; undefined where they are spread over several objects. */
const exactArguments = (rule: Terms): JsonObject | undefined => {
  if (rule.arguments) return rule.arguments.shown
  const facts = rule.what?.id === 'exactly' ? rule.what.facts : []
  const same = facts.filter((fact) => fact.kind === 'same')
  return same.every(({ at }) => at.length === 0) ? Object.assign({}, ...same.map(({ given }) => given)) : undefined
}

const factsOfRule = ({ what }: Terms): readonly ArgumentFact[] => (what && what.id !== 'any' ? what.facts : [])

/** Programs without a key are one group where a rule names none of them. */
const clientValue = ({ id, name: called }: NonNullable<Terms['client']>): SentenceValue =>
  called === '' && id === bridge.id ? own('clients.bridgeName', 'name') : claimedName(called || id)

/** The covered arguments. */
const coverageValue = (rule: Terms, called: string | undefined): SentenceValue => {
  const id = coverageIdOf(rule)
  if (id === 'any') return own('ruleCare.covers.any', 'name')
  const facts = within(factsSentence(rule.capability, factsOfRule(rule)))
  if (id === 'narrow') return facts
  const given = exactArguments(rule)
  if (given === undefined) return within(said('ruleCare.covers.exactly', { what: facts }))
  const title = callSentence({ capabilityId: rule.capability, arguments: given, caller: { name: '' } }, 'title', called)
  const isComplete = title.complete && !title.key.includes('.general.') && fits(title, maxWordLength)
  const shown = factsSentence(rule.capability, [{ kind: 'same', at: [], given }])
  return within(said('ruleCare.covers.exactly', { what: within(isComplete ? title : shown) }))
}

/** "Cursor can set a block on Survival: Oak Planks, up to 16 blocks each way from 12 64 −8 in world" */
export const ruleSentence = (rule: Terms, names: RuleNames, t: Translate): Sentence => {
  const { effect, client, server } = rule
  const words = {
    who: client && client.id !== everyAi.id ? clientValue(client) : own('ruleCare.anyClient', 'name'),
    act: actionValue(rule, names.capability, t),
    where:
      server === undefined
        ? own('ruleCare.anyServer', 'name')
        : names.server
          ? serverValue(names.server)
          : own('ruleCare.goneServer', 'name'),
    what: coverageValue(rule, names.capability),
  }
  const isLimited = effect === 'allow' || coverageIdOf(rule) !== 'any'
  const subject = effect === 'deny' && client === undefined ? 'denyAll' : effect
  return said(`ruleCare.sentence.${subject}${isLimited ? 'What' : ''}`, words)
}

/** Whether it allows many dangerous calls. */
export const isBroadRule = (rule: Pick<Rule, 'effect' | 'maxRisk' | 'what' | 'arguments'>): boolean =>
  rule.effect === 'allow' && coverageIdOf(rule) === 'any' && rule.maxRisk !== 'low' && rule.maxRisk !== 'medium'
