/**
 * Bundle: Gatehouse as an extension of Claude Desktop, one `.mcpb` file with the bridge in it.
 *
 * Claude Desktop runs it in a Node of its own: nothing native, one file of JavaScript. The bridge in it finds Gatehouse
 * through the profile, and what starts the program through what that left word of there.
 */
import { type Zippable, zipSync } from 'fflate'
import { product } from '../contract/product.js'

export interface BundleParts {
  /** The built bridge, as text. */
  readonly bridge: string
  /** A PNG. */
  readonly icon: Uint8Array
  /** Of the Gatehouse on this computer; the usual one of whoever installs it when left out. */
  readonly profile?: string
  /** Of the key that Claude Desktop has in that profile; it has none of its own when left out. */
  readonly keyName?: string
}

const bridgeInBundle = 'server/stdio-bridge.cjs'

/** A day that never changes: the same parts make the same bundle. */
const stamp = new Date(1980, 0, 1)

export const bundleManifest = (profile?: string, keyName?: string) => ({
  manifest_version: '0.3',
  name: product.id,
  display_name: product.name,
  version: product.version,
  description: 'Lets Claude see and change your Minecraft worlds. What is risky waits for your click in Gatehouse.',
  long_description:
    'Gatehouse stands between Claude and your Minecraft servers: what is harmless passes, what is risky pops up and waits until you say yes, everything is written down and can be undone. Gatehouse itself must be installed on this computer; it is started when it does not run.',
  author: { name: 'The Gatehouse developers' },
  license: 'MIT',
  icon: 'icon.png',
  keywords: ['minecraft', 'approval', 'gateway'],
  tools_generated: true,
  prompts_generated: true,
  server: {
    type: 'node',
    entry_point: bridgeInBundle,
    mcp_config: {
      command: 'node',
      args: [`\${__dirname}/${bridgeInBundle}`],
      env: {
        GATEHOUSE_PROFILE: userConfig('profile'),
        GATEHOUSE_PROGRAM: userConfig('program'),
        ...(keyName !== undefined && { GATEHOUSE_CLIENT: keyName }),
      },
    },
  },
  user_config: {
    profile: {
      type: 'directory',
      title: 'Data folder of Gatehouse',
      description: 'Leave it as it is, unless Gatehouse was started with a folder of its own (--profile).',
      required: false,
      ...(profile !== undefined && { default: profile }),
    },
    program: {
      type: 'file',
      title: 'Gatehouse program',
      description: 'Leave it empty: Gatehouse has left word of where it is. Otherwise the program to start.',
      required: false,
    },
  },
  compatibility: { platforms: ['darwin', 'win32', 'linux'], runtimes: { node: '>=18.0.0' } },
})

/** The bytes of a `.mcpb` file. */
export function makeBundle({ bridge, icon, profile, keyName }: BundleParts): Uint8Array {
  const files: Zippable = {
    'manifest.json': Buffer.from(`${JSON.stringify(bundleManifest(profile, keyName), null, 2)}\n`),
    'icon.png': [icon, { level: 0 }],
    [bridgeInBundle]: Buffer.from(bridge.replace(/^\/\/# sourceMappingURL=.*$/mu, '')),
  }
  return zipSync(files, { level: 9, mtime: stamp })
}

function userConfig(name: string): string {
  return `\${user_config.${name}}`
}
