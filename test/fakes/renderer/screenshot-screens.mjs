/**
 * Takes screenshots of every screen in every state, for manual review; no test uses it.
 *
 * `npx vite build && node test/fakes/renderer/screenshot-screens.mjs FOLDER [NAME]`. Fails when the console of a page
 * has anything to say. `screenshot-sheets.mjs` puts every screen in both languages, themes and sizes on contact sheets.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openPages, root } from './browser-pages.mjs'
import { approvalPictures } from './screenshots/approvals.mjs'
import { capabilityPictures } from './screenshots/capabilities.mjs'
import { clientPictures } from './screenshots/clients.mjs'
import { livePictures } from './screenshots/live.mjs'
import { pastPictures } from './screenshots/past.mjs'
import { popUpPictures } from './screenshots/pop-up.mjs'
import { programPictures } from './screenshots/program.mjs'
import { reviewPictures } from './screenshots/review.mjs'
import { serverPictures } from './screenshots/servers.mjs'
import { servicePictures } from './screenshots/services.mjs'
import { settingsPictures } from './screenshots/settings.mjs'

const [folder = join(root, 'screenshots'), only] = process.argv.slice(2)
const stage = await openPages()
await mkdir(folder, { recursive: true })

const picture = async (name, address, size, act = async () => {}) => {
  if (only !== undefined && !name.includes(only)) return
  const page = await stage.open(address, size, name)
  await act(page)
  await page.waitForTimeout(150)
  if (address.startsWith('approval')) {
    const height = await page.evaluate(
      () => window.gatehouse.asked.filter(({ channel }) => channel === 'pop-up:resize').at(-1)?.payload.height,
    )
    await page.setViewportSize({ width: size.width, height: height ?? size.height })
    await page.waitForTimeout(150)
  }
  await page.screenshot({ path: join(folder, `${name}.png`) })
  await page.close()
}

const areas = [
  popUpPictures,
  approvalPictures,
  livePictures,
  serverPictures,
  reviewPictures,
  servicePictures,
  capabilityPictures,
  clientPictures,
  pastPictures,
  settingsPictures,
  programPictures,
]
for (const drawPictures of areas) await drawPictures(picture)

await stage.close()
for (const complaint of stage.complaints) console.error(complaint)
process.exitCode = stage.complaints.length === 0 ? 0 : 1
