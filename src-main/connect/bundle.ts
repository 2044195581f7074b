/**
 * Bundle: Gatehouse as an extension of Claude Desktop, one `.mcpb` file that contains the bridge.
 *
 * Claude Desktop runs it in its own Node: no native code, one JavaScript file. The bridge finds Gatehouse, and the
 * command that starts it, through the profile.
 */

import { product } from '@contract/product.js'
import { type Zippable, zipSync } from 'fflate'

export interface BundleContents {
  /** The built bridge, as text. */
  readonly bridge: string
  /** A PNG. */
  readonly icon: Uint8Array
  /** The profile's path; default: the usual one of the user who installs it. */
  readonly profile?: string
  /** Name of Claude Desktop's key in that profile; default: none. */
  readonly keyName?: string
  /** Of a gateway on another computer, by the name of its file; default: the one of the profile. */
  readonly gateway?: string
}

const bridgeInBundle = 'server/stdio-bridge.cjs'

/** A fixed date: the same parts make the same bundle. */
const stamp = new Date(1980, 0, 1)

export const bundleManifest = (profile?: string, keyName?: string, gateway?: string) => ({
  manifest_version: '0.3',
  name: gateway === undefined ? product.id : `${product.id}-${gateway}`,
  display_name: gateway === undefined ? product.name : `${product.name} (${gateway})`,
  version: product.version,
  description: 'Lets Claude read and change your Minecraft worlds. You approve risky actions in Gatehouse.',
  long_description:
    'Gatehouse checks what Claude does on your Minecraft servers. Reading and small changes are allowed. Risky actions wait for your approval. Every action is logged, and many can be undone. Install Gatehouse on this computer first; Claude starts it if it is not running.',
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
        ...(gateway !== undefined && { GATEHOUSE_GATEWAY: gateway }),
      },
    },
  },
  user_config: {
    profile: {
      type: 'directory',
      title: 'Data folder of Gatehouse',
      description: 'Keep the default, unless you started Gatehouse with --profile.',
      required: false,
      ...(profile !== undefined && { default: profile }),
    },
    program: {
      type: 'file',
      title: 'Gatehouse program',
      description: 'The program to start. Usually empty: Gatehouse is found automatically.',
      required: false,
    },
  },
  compatibility: { platforms: ['darwin', 'win32', 'linux'], runtimes: { node: '>=18.0.0' } },
})

/** The bytes of a `.mcpb` file. */
export function makeBundle({ bridge, icon, profile, keyName, gateway }: BundleContents): Uint8Array {
  const files: Zippable = {
    'manifest.json': Buffer.from(`${JSON.stringify(bundleManifest(profile, keyName, gateway), null, 2)}\n`),
    'icon.png': [icon, { level: 0 }],
    [bridgeInBundle]: Buffer.from(bridge.replace(/^\/\/# sourceMappingURL=.*$/mu, '')),
  }
  return zipSync(files, { level: 9, mtime: stamp })
}

function userConfig(name: string): string {
  return `\${user_config.${name}}`
}
