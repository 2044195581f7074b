/** Away: a gateway without a window, and its window in the program of another computer. */
import type { Page } from '@playwright/test'
import { type Headless, startHeadless } from '../fixtures/programs.js'
import { until } from '../fixtures/until.js'
import type { Program } from './program.js'

/** The page of the gateway elsewhere, once it is open. */
export async function openedPage({ electron, window, popUp }: Program, name: 'index' | 'approval'): Promise<Page> {
  const find = () =>
    electron.windows().find((page) => page !== window && page !== popUp && page.url().includes(`/${name}.html`))
  await until(() => find() !== undefined)
  return find() as Page
}

/** A gateway without a window, which invites Ada as its owner. */
export async function startAway(
  cleanUp: Parameters<typeof startHeadless>[0],
  more: readonly string[] = [],
): Promise<Headless & { code: string; address: string }> {
  const args = ['--simulator', '--owners-port', '0', '--owners-host', '127.0.0.1', '--invite-owner', 'Ada', ...more]
  const headless = await startHeadless(cleanUp, args)
  const invited = await headless.process.until(({ event }) => event === 'owner-invited')
  const [address] = invited.addresses as readonly string[]
  return { ...headless, code: String(invited.code), address: String(address) }
}

/** Adds the gateway in the window of this computer, as a person does. */
export async function addGateway(
  { window }: Program,
  { address, code }: { readonly address: string; readonly code: string },
) {
  await window.locator('.rail-link.apart').click()
  await window.getByRole('button', { name: 'Gateways', exact: true }).click()
  await window.getByRole('button', { name: 'Add a gateway' }).click()
  await window.locator('.gateway-form').getByLabel('Address').fill(address)
  await window.locator('.gateway-form').getByLabel('Pairing code').fill(code)
  await window.getByRole('button', { name: 'Add a gateway' }).click()
}
