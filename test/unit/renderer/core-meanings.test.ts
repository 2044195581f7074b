import { coreCatalogue } from '@contract/core-catalogue.js'
import { describe, expect, it } from 'vitest'
import { tableOf } from '../../../src-renderer/features/capabilities/schema-rows.js'
import en from '../../../src-renderer/locales/en.json'
import { coreMeaningKey } from '../../../src-renderer/sentences/core-meanings.js'

const meanings = [...coreCatalogue.values()].flatMap(({ parameters }) =>
  tableOf(parameters).rows.flatMap(({ meaning }) => meaning ?? []),
)

describe('what the catalogue says of its parameters', () => {
  it('is there in the language of the screen, every text of it', () => {
    expect(meanings.length).toBeGreaterThan(50)
    expect(meanings.filter((meaning) => coreMeaningKey(meaning) === undefined)).toEqual([])
  })

  it('is all that the screen has words for', () => {
    expect(Object.values(en.coreMeanings).filter((text) => !meanings.includes(text))).toEqual([])
  })

  it('never stands for what a server says of its own', () => {
    for (const theirs of ['Name of the world', 'name of the world.', 'Name of the world. It is deleted.', 'time'])
      expect(coreMeaningKey(theirs)).toBeUndefined()
  })
})
