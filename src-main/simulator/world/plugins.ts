/** Plugins: a fixed list of names; reloading one has no effect. */
import { ContractError } from '../../agent-sdk/index.js'

const plugins: readonly string[] = ['ChatGuard', 'Economy', 'Shopkeepers']

/** @throws ContractError BUSINESS.OPERATION_FAILED when there is no such plugin */
export function reloadPlugins(name?: string): string[] {
  if (name === undefined) return [...plugins]
  if (plugins.includes(name)) return [name]
  throw new ContractError('BUSINESS.OPERATION_FAILED', {
    message: `There is no plugin "${name}".`,
    suggestion: 'Use one of the plugins that details.plugins lists.',
    details: { pluginName: name, plugins },
  })
}
