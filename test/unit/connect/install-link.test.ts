import { programIds } from '@shared/clients/connection.js'
import { describe, expect, it } from 'vitest'
import { installLinkOf } from '../../../src-main/connect/install-link.js'

const bridge = {
  command: '/opt/My Gatehouse/gatehouse',
  args: ['/opt/it+s/stdio-bridge.cjs', '--profile', '/home/ada/配置', '--client', 'cursor'],
}
const configIn = (link: string | undefined): unknown =>
  JSON.parse(Buffer.from(new URL(link ?? '').searchParams.get('config') ?? '', 'base64').toString('utf8'))

describe('an install link', () => {
  it('gives Cursor and LM Studio the name and the entry', () => {
    const cursor = installLinkOf('cursor', bridge)
    expect(cursor).toMatch(/^cursor:\/\/anysphere\.cursor-deeplink\/mcp\/install\?name=gatehouse&config=/u)
    expect(configIn(cursor)).toEqual(bridge)
    const studio = installLinkOf('lm-studio', bridge)
    expect(studio).toMatch(/^lmstudio:\/\/add_mcp\?name=gatehouse&config=/u)
    expect(configIn(studio)).toEqual(bridge)
  })

  it.each(['vscode', 'vscode-insiders'] as const)('gives %s one JSON object', (program) => {
    const link = installLinkOf(program, bridge) ?? ''
    const [before, after = ''] = link.split('?')
    expect(before).toBe(`${program}:mcp/install`)
    expect(JSON.parse(decodeURIComponent(after))).toEqual({ name: 'gatehouse', type: 'stdio', ...bridge })
  })

  it('is plain ASCII without spaces or quotes', () => {
    for (const program of programIds) expect(installLinkOf(program, bridge) ?? '').toMatch(/^[\w:/?=&%.~!*()-]*$/u)
  })

  it('does not exist for programs without one', () => {
    const linked = programIds.filter((program) => installLinkOf(program, bridge) !== undefined)
    expect(linked).toEqual(['cursor', 'vscode', 'vscode-insiders', 'lm-studio'])
  })
})
