/** Fixture library: the prompts and resources that the conformance suites call by name. */

import type { Library } from '../../src-main/consumers/mcp/library.js'
import type { PromptTemplate } from '../../src-main/consumers/mcp/prompts/prompt.js'
import { literalText, modelText } from '../../src-main/policy/text/model-text.js'

const argument = (name: string) => ({ name, title: name, description: 'Put in as it is.', required: true }) as const

const prompts: readonly PromptTemplate[] = [
  {
    name: 'test_simple_prompt',
    title: 'Simple',
    description: 'Takes nothing.',
    arguments: [],
    text: () => literalText('This is a simple prompt for testing.'),
  },
  {
    name: 'test_prompt_with_arguments',
    title: 'With arguments',
    description: 'Takes two.',
    arguments: [argument('arg1'), argument('arg2')],
    text: ({ arg1, arg2 }) =>
      modelText`Prompt with arguments: arg1=${arg1 ?? literalText('')}, arg2=${arg2 ?? literalText('')}`,
  },
]

const ofTemplate = /^test:\/\/template\/([a-z0-9]+)\/data$/u
/** One pixel, red. */
const image = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='

const contents = {
  'test://static-text': { mimeType: 'text/plain', text: 'This is the content of the static text resource.' },
  'test://static-binary': { mimeType: 'image/png', blob: image },
  'test://watched-resource': { mimeType: 'text/plain', text: 'Watched.' },
} as const

const isListed = (uri: string): uri is keyof typeof contents => Object.hasOwn(contents, uri)

export const fixtureLibrary: Library = {
  prompts,
  templates: [
    { name: 'data', uriTemplate: 'test://template/{id}/data', description: 'Anything.', mimeType: 'application/json' },
  ],
  resourcesOf: () =>
    Object.entries(contents).map(([uri, { mimeType }]) => ({
      uri,
      name: uri,
      description: 'Always the same.',
      mimeType,
    })),
  writtenAs: (uri) => (isListed(uri) || ofTemplate.test(uri) ? uri : undefined),
  mayFollow: (uri) => (isListed(uri) ? 'yes' : 'nothing-there'),
  async read(uri) {
    if (isListed(uri)) return contents[uri]
    const id = ofTemplate.exec(uri)?.[1]
    return id === undefined
      ? undefined
      : { mimeType: 'application/json', text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }) }
  },
}
