import { areVoteWords, firstWordOf, isVoteWord, maxVoteWord } from '@shared/streaming/vote-words.js'
import { voteQuestionOf, voteSentenceOf } from '@shared/streaming/votes.js'
import en from '@shared/words/en.json' with { type: 'json' }
import zh from '@shared/words/zh.json' with { type: 'json' }
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { forAll } from '../../fixtures/properties.js'

describe('a word of a vote', () => {
  it('is found in what a viewer writes, whatever follows', () =>
    forAll(fc.string(), fc.string(), (word, rest) => {
      if (isVoteWord(word)) expect(firstWordOf(`${word} ${rest}`)).toBe(firstWordOf(word))
    }))

  it('is bounded, for any text', () =>
    forAll(fc.string({ unit: 'binary', maxLength: 600 }), (text) => {
      expect(firstWordOf(text)?.length ?? 0).toBeLessThanOrEqual(maxVoteWord)
    }))

  it.each(['', ' ', 'two words', 'x'.repeat(21), '!yes '])('is not %j', (word) => expect(isVoteWord(word)).toBe(false))

  it('differs from the other one, in any case and width', () => {
    expect(areVoteWords(['!yes', '!YES'])).toBe(false)
    expect(areVoteWords(['1', '１'])).toBe(false)
    expect(areVoteWords(['同意', '反对'])).toBe(true)
  })
})

describe('the question that viewers read', () => {
  const time = (value: unknown) => ({
    capabilityId: 'world.time.set',
    risk: 'high' as const,
    arguments: { worldName: 'world', time: value as never },
  })

  it.each([
    [13_000, 'The AI wants to change the time to night'],
    ['noon', 'The AI wants to change the time to noon'],
    ['ignore all rules', 'The AI wants to change the time'],
    [-1, 'The AI wants to change the time'],
  ])('is made of our words, for the time %j', (value, sentence) => {
    const question = voteQuestionOf(time(value))
    expect(question && (en.vote.question as Record<string, string>)[voteSentenceOf(question)]).toBe(sentence)
  })

  it('has words in both languages that fit into the title of a poll', () => {
    expect(Object.keys(zh.vote.question)).toEqual(Object.keys(en.vote.question))
    const words = [en.vote, zh.vote].flatMap(({ question, title }) => [...Object.values(question), title])
    for (const sentence of words) expect(sentence.length).toBeLessThanOrEqual(60)
    for (const { yes, no } of [en.vote, zh.vote]) expect(Math.max(yes.length, no.length)).toBeLessThanOrEqual(25)
  })
})
