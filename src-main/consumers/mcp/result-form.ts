/**
 * Result form: whether a client gets results as text alone, or also as structured content.
 *
 * Enforces invariant 5 for AI clients: some show their model structured content alone, some both copies. The text has
 * the marks around what others wrote, so it is the only copy that they get, and their tools declare no output schema.
 * Programs get both copies. See docs/adr/0031-models-read-one-copy.md.
 */

/** How the AI clients introduce themselves that would show their model the structured content; `fastmcp` is pydantic-ai. */
const aiClients: ReadonlySet<string> = new Set([
  'claude-code',
  'codex-mcp-client',
  'copilot-cli',
  '@cline/core',
  'cline',
  'fast-agent-mcp',
  'fastmcp',
  'google-adk',
])

/** Its introduction ends with the name of the entry in its file. */
const qwenCode = 'qwen-cli-mcp-client-'

export interface ResultReader {
  /** Origin of the listener, if known: for the link to an error's documentation. */
  readonly origin?: string
  /** Whether the client gets no structured content. */
  readonly textAlone?: boolean
  /** Whether the client may end a call without a word, so that nothing shows whether it read the result. */
  readonly mayGiveUpSilently?: boolean
}

/** What the introduction of a client says about how it reads results. */
export const readerOf = (info: unknown): Pick<ResultReader, 'textAlone' | 'mayGiveUpSilently'> => ({
  textAlone: readsTextAlone(info),
  mayGiveUpSilently: silentClients.has(nameIn(info)),
})

/**
 * How clients introduce themselves whose own timer ends a call in silence: those of the Python SDK 1.x, which also calls
 * itself `mcp`.
 */
const silentClients: ReadonlySet<string> = new Set(['mcp', 'google-adk', 'fast-agent-mcp'])

function nameIn(info: unknown): string {
  const name = (info as { readonly name?: unknown } | null | undefined)?.name
  return typeof name === 'string' ? name.slice(0, 64).toLowerCase() : ''
}

/** @param info the client's introduction */
export function readsTextAlone(info: unknown): boolean {
  const name = nameIn(info)
  return aiClients.has(name) || name.startsWith(qwenCode)
}
