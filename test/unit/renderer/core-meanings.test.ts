import { coreCatalogue } from '@contract/core-catalogue.js'
import { describe, expect, it } from 'vitest'
import { tableOf } from '../../../src-renderer/features/capabilities/schema-rows.js'
import en from '../../../src-renderer/locales/en.json'
import { coreMeaningKey } from '../../../src-renderer/sentences/core-meanings.js'

const meanings = [...coreCatalogue.values()].flatMap(({ parameters }) =>
  tableOf(parameters).rows.flatMap(({ meaning }) => meaning ?? []),
)

describe('the parameter descriptions of the catalogue', () => {
  it('are translated completely', () => {
    expect(meanings.length).toBeGreaterThan(50)
    expect(meanings.filter((meaning) => coreMeaningKey(meaning) === undefined)).toEqual([])
  })

  it('are the only translated descriptions', () => {
    expect(Object.values(en.coreMeanings).filter((text) => !meanings.includes(text))).toEqual([])
  })

  it('never replace the description of a server', () => {
    for (const theirs of ['Name of the world', 'name of the world.', 'Name of the world. It is deleted.', 'time'])
      expect(coreMeaningKey(theirs)).toBeUndefined()
  })
})
