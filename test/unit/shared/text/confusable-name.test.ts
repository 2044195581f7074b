import { confusionOf, latinLookingLetters } from '@shared/text/confusable-name.js'
import fc from 'fast-check'
import data from 'unhomoglyph/data.json'
import { describe, expect, it } from 'vitest'
import { forAll } from '../../../fixtures/properties.js'

describe('a name with misleading letters', () => {
  it.each(['Survivаl', 'Gateһouse', 'Αdmin', 'My Survivаl'])('is mixed: %s', (name) =>
    expect(confusionOf(name)).toBe('mixed'),
  )
  it.each(['Аԁа', 'СОРЕ', 'ѕсоре', 'Рауѕ', 'Ѕеа Ехрос', 'ΡΑΥΡΑΙ', 'Јоу_Јоу'])('looks entirely Latin: %s', (name) =>
    expect(confusionOf(name)).toBe('confusable'),
  )
  it.each([
    'Survival',
    'Выживание',
    'Сервер One',
    'Привет мир',
    '生存服务器 One',
    'Ελληνικά',
    'Claude',
    'Jürgen',
    'ОС',
    '',
    '🙂',
  ])('is not confusable: %s', (name) => expect(confusionOf(name)).toBeUndefined())

  it('detects every such letter that Unicode lists', () => {
    const scripts =
      /^[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Lisu}]$/u
    const listed = Object.entries(data as Readonly<Record<string, string>>)
      .filter(([one, looks]) => scripts.test(one) && /\p{L}/u.test(one) && /^[A-Za-z]+$/u.test(looks))
      .filter(([one]) => one.normalize('NFKC') === one)
      .map(([one]) => one)
    expect(listed.length).toBeGreaterThan(100)
    expect([...latinLookingLetters].sort()).toEqual(listed.sort())
  })

  it('is found for any Latin name that is written in Cyrillic letters that look alike', () => {
    const similar: Readonly<Record<string, string>> = {
      a: 'а',
      c: 'с',
      e: 'е',
      o: 'о',
      p: 'р',
      x: 'х',
      y: 'у',
      i: 'і',
      s: 'ѕ',
    }
    const written = fc.string({ unit: fc.constantFrom(...Object.keys(similar)), minLength: 3, maxLength: 40 })
    forAll(written, (name) => {
      const forged = [...name].map((one) => similar[one]).join('')
      expect(confusionOf(forged)).toBe('confusable')
      expect(confusionOf(name)).toBeUndefined()
    })
  })
})
