/**
 * Takes screenshots of every screen in every state, for manual review; no test uses it.
 *
 * `npx vite build && node test/fakes/renderer/screenshot-screens.mjs FOLDER [NAME]`. Fails when the console of a page
 * has anything to say. `screenshot-sheets.mjs` puts every screen in both languages, themes and sizes on contact sheets.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openPages, root } from './browser-pages.mjs'

const [folder = join(root, 'screenshots'), only] = process.argv.slice(2)
const stage = await openPages()
await mkdir(folder, { recursive: true })

const picture = async (name, address, size, act = async () => {}) => {
  if (only !== undefined && !name.includes(only)) return
  const page = await stage.open(address, size, name)
  await act(page)
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

const ready = (page) => page.waitForTimeout(1_100)
const to = (screen) => (page) => page.getByRole('button', { name: screen, exact: true }).click()
/** Rules, which are a tab of the approvals. */
const toRules = (approvals, rules) => async (page) => {
  await to(approvals)(page)
  await page.getByRole('radio', { name: rules, exact: true }).check({ force: true })
}
/** The screen of a server with something to accept, or else the first. */
const opened = (screen) => async (page) => {
  await to(screen)(page)
  const waiting = page.locator('.server-row-name', { has: page.locator('.server-row-waiting') })
  await ((await waiting.count()) > 0 ? waiting : page.locator('.server-row-name')).first().click()
}
const popUp = { width: 440, height: 480 }
const wide = { width: 1120, height: 720 }

await picture('pop-up-light', 'approval.html?fake=one', popUp, ready)
await picture('pop-up-first-second', 'approval.html?fake=one', popUp)
await picture('pop-up-away', 'approval.html?fake=one&away', popUp, ready)
await picture('pop-up-away-zh', 'approval.html?fake=one&away&language=zh&theme=dark', popUp, ready)
await picture('pop-up-dark', 'approval.html?fake=one&theme=dark', popUp, ready)
await picture('pop-up-zh', 'approval.html?fake=one&language=zh', popUp, ready)
await picture('pop-up-teleport', 'approval.html?fake=teleport', popUp, ready)
await picture('pop-up-weather', 'approval.html?fake=weather', popUp, ready)
await picture('pop-up-block', 'approval.html?fake=block', popUp, ready)
await picture('pop-up-file', 'approval.html?fake=file', popUp, ready)
await picture('pop-up-extra', 'approval.html?fake=extra', popUp, ready)
await picture('pop-up-extra-zh', 'approval.html?fake=extra&language=zh&theme=dark', popUp, ready)
await picture('pop-up-critical-zh', 'approval.html?fake=critical&language=zh', popUp, ready)
await picture('pop-up-endless', 'approval.html?fake=endless', popUp, ready)
for (const [language, theme] of [
  ['en', 'light'],
  ['zh', 'dark'],
]) {
  const of = (fake) => `approval.html?fake=${fake}&language=${language}&theme=${theme}`
  const choose = (what, duration) => async (page) => {
    await ready(page)
    await page.locator(`[name=scope-what][value="${what}"]`).check()
    if (duration) await page.locator(`[name=scope-how][value="${duration}"]`).check()
    await page.waitForTimeout(700)
  }
  await picture(`scope-exactly-${language}`, of('bridge'), popUp, ready)
  await picture(`scope-narrow-${language}`, of('bridge'), popUp, choose('narrow', '15-minutes'))
  await picture(`scope-any-${language}`, of('bridge'), popUp, choose('any'))
  await picture(`scope-any-time-${language}`, of('one'), popUp, choose('any', 'always'))
  await picture(`typed-${language}`, of('typed'), popUp, ready)
  await picture(`typed-matches-${language}`, of('typed'), popUp, async (page) => {
    await ready(page)
    await page.getByRole('textbox').fill('Notch_42')
  })
}
await picture('pop-up-long', 'approval.html?fake=long', popUp, ready)
await picture('pop-up-critical', 'approval.html?fake=critical', popUp, ready)
await picture('pop-up-critical-dark', 'approval.html?fake=critical&theme=dark', popUp, ready)
await picture('pop-up-three', 'approval.html?fake=three', popUp, ready)
await picture('pop-up-three-zh', 'approval.html?fake=three&language=zh&theme=dark', popUp, ready)
await picture('pop-up-details', 'approval.html?fake=one', popUp, async (page) => {
  await page.getByRole('button', { name: 'Details' }).click()
  await ready(page)
})
await picture('pop-up-expired', 'approval.html?fake=expired', popUp, async (page) => {
  await ready(page)
  await page.getByRole('button', { name: 'Approve once' }).click()
  await page.evaluate(() => window.gatehouse.push('approvals:changed', window.gatehouse.shell.approvals.slice(1)))
  await ready(page)
})
for (const [language, theme] of [
  ['en', 'light'],
  ['zh', 'dark'],
]) {
  const of = (fake) => `approval.html?fake=${fake}&language=${language}&theme=${theme}`
  for (const fake of [
    'teleport',
    'far-away',
    'near',
    'same-place',
    'unread-place',
    'rule',
    'balance',
    'fill',
    'kit',
    'block',
    'raised',
    'hostile',
  ]) {
    await picture(`ask-${fake}-${language}`, of(fake), popUp, ready)
  }
  await picture(`ask-stack-${language}`, of('stack'), popUp, async (page) => {
    await ready(page)
    await page.locator('.pop-up-all').click()
    await ready(page)
  })
}
await picture('pop-up-none', 'approval.html?fake=empty', popUp)
const toSection = (name) => async (page) => {
  await page.locator('.rail-link.apart').click()
  await page.getByRole('button', { name, exact: true }).last().click()
  await page.waitForTimeout(3_000)
}
const streamingSize = { width: 1120, height: 1500 }
await picture('streaming-light', 'index.html?fake=evening&streaming=on', streamingSize, toSection('Streaming'))
await picture(
  'streaming-dark-zh',
  'index.html?fake=evening&streaming=on&theme=dark&language=zh',
  streamingSize,
  toSection('直播'),
)
await picture('streaming-off', 'index.html?fake=evening', wide, toSection('Streaming'))
await picture('pop-up-redacted', 'approval.html?fake=redacted&streaming=on', popUp, ready)
await picture('pop-up-redacted-zh', 'approval.html?fake=redacted&streaming=on&language=zh&theme=dark', popUp, ready)
for (const theme of ['light', 'dark']) {
  await picture(`live-${theme}`, `index.html?fake=evening&theme=${theme}`, wide)
  await picture(`live-empty-${theme}`, `index.html?fake=empty&theme=${theme}`, wide)
  await picture(`welcome-${theme}`, `index.html?fake=newcomer&theme=${theme}`, wide)
  await picture(`welcome-world-${theme}`, `index.html?fake=newcomer&theme=${theme}`, wide, to('Set up'))
  await picture(`welcome-client-${theme}`, `index.html?fake=newcomer&theme=${theme}`, wide, (page) =>
    page.getByRole('button', { name: 'AI client' }).click(),
  )
  await picture(`welcome-try-${theme}`, `index.html?fake=begun&theme=${theme}`, wide, (page) =>
    page.getByRole('navigation').getByRole('button', { name: 'Try it' }).click(),
  )
  await picture(`approvals-${theme}`, `index.html?fake=three&theme=${theme}`, wide, to('Approvals'))
  await picture(`servers-${theme}`, `index.html?fake=evening&theme=${theme}`, wide, async (page) => {
    await to('Servers')(page)
    await page.locator('.server-row-name').first().click()
  })
  await picture(`settings-${theme}`, `index.html?fake=evening&theme=${theme}`, wide, to('Settings'))
}
for (const kind of ['form', 'url', 'model']) {
  await picture(`input-${kind}`, `approval.html?fake=input-${kind}`, popUp, ready)
  await picture(`input-${kind}-zh`, `approval.html?fake=input-${kind}&language=zh&theme=dark`, popUp, ready)
}
await picture('input-problems', 'approval.html?fake=input-form', popUp, async (page) => {
  await ready(page)
  await page.getByRole('button', { name: 'Send' }).click()
})
await picture('inputs', 'index.html?fake=inputs', wide, to('Approvals'))
for (const theme of ['light', 'dark']) {
  await picture(`consent-${theme}`, `index.html?fake=consent&theme=${theme}`, wide, ready)
  await picture(`clients-${theme}`, `index.html?fake=clients&theme=${theme}`, wide, to('Clients'))
}
await picture('clients-zh', 'index.html?fake=clients&language=zh', wide, async (page) => {
  await to('客户端')(page)
  await page.getByRole('button', { name: '吊销 Grafana 的密钥' }).click()
})
for (const [language, theme, screens] of [
  ['en', 'light', ['Approvals', 'Clients']],
  ['zh', 'dark', ['审批', '客户端']],
]) {
  for (const screen of screens) {
    const address = `index.html?fake=asking-paused&language=${language}&theme=${theme}`
    await picture(`asking-paused-${language}-${screens.indexOf(screen)}`, address, wide, to(screen))
  }
}
await picture('clients-empty', 'index.html?fake=empty', wide, to('Clients'))
await picture('clients-form', 'index.html?fake=clients', wide, async (page) => {
  await to('Clients')(page)
  await page.getByRole('button', { name: 'Create a key' }).click()
  await page.getByRole('button', { name: 'Create key' }).click()
})
await picture('clients-key', 'index.html?fake=clients&theme=dark', wide, async (page) => {
  await to('Clients')(page)
  await page.getByRole('button', { name: 'Create a key' }).click()
  await page.getByLabel('Name').fill('Cursor')
  await page.getByRole('button', { name: 'Create key' }).click()
})
await picture('pop-up-keyed', 'approval.html?fake=clients', popUp, ready)
await picture('live-zh', 'index.html?fake=evening&language=zh', wide)
await picture('live-empty-zh', 'index.html?fake=empty&language=zh', wide)
await picture('live-failures-zh', 'index.html?fake=evening&language=zh', wide, async (page) => {
  await page
    .getByRole('button', { name: /Notch_42/u })
    .first()
    .click()
})
await picture('servers-zh', 'index.html?fake=evening&language=zh', wide, async (page) => {
  await to('服务器')(page)
  await page.locator('.server-row-name').first().click()
})
const tall = { width: 1120, height: 1500 }
for (const theme of ['light', 'dark']) {
  await picture(`review-new-${theme}`, `index.html?fake=unaccepted&theme=${theme}`, wide, opened('Servers'))
  await picture(`review-changed-${theme}`, `index.html?fake=changed&theme=${theme}`, tall, opened('Servers'))
}
await picture('review-changed-zh', 'index.html?fake=changed&language=zh', tall, opened('服务器'))
await picture('review-facts', 'index.html?fake=unaccepted', tall, async (page) => {
  await opened('Servers')(page)
  await page.locator('.action-name').first().click()
})
await picture('review-refused', 'index.html?fake=changed-meanwhile&theme=dark', wide, async (page) => {
  await opened('Servers')(page)
  await page
    .getByRole('button', { name: /^Accept/ })
    .first()
    .click()
  await page.waitForTimeout(300)
})
await picture('review-new-zh', 'index.html?fake=unaccepted&language=zh', wide, opened('服务器'))
await picture('review-new-narrow', 'index.html?fake=unaccepted', { width: 900, height: 700 }, opened('Servers'))
await picture('review-narrow', 'index.html?fake=changed', { width: 900, height: 700 }, opened('Servers'))
await picture('review-first', 'index.html?fake=first', wide)
await picture('review-live', 'index.html?fake=unaccepted', wide)
for (const [language, theme] of [
  ['en', 'light'],
  ['zh', 'dark'],
]) {
  const address = `index.html?fake=refusals&language=${language}&theme=${theme}`
  await picture(`refusals-${language}`, address, wide, (page) => page.locator('.live-row-toggle').last().click())
}
await picture('live-narrow', 'index.html?fake=evening', { width: 900, height: 600 })
await picture('live-many', 'index.html?fake=many', wide)
await picture('live-no-match', 'index.html?fake=evening', wide, async (page) => {
  await page.keyboard.press('Control+k')
  await page.keyboard.type('creeper')
})
await picture('live-scrolled', 'index.html?fake=evening', wide, async (page) => {
  await page.mouse.move(500, 400)
  await page.mouse.wheel(0, -900)
  await page.waitForTimeout(400)
  await page.evaluate(() => {
    const { shell } = window.gatehouse
    const entries = [0, 1, 2].map((n) => ({ ...shell.live.at(-2), id: `new-${n}` }))
    window.gatehouse.push('live:arrived', { from: shell.live.length, entries: JSON.stringify(entries), oldest: 0 })
  })
  await page.waitForTimeout(300)
})
await picture('live-long-line', 'index.html?fake=evening', wide, async (page) => {
  await page.getByRole('button', { name: /i was digging down/u }).click()
})
for (const [language, theme] of [
  ['en', 'dark'],
  ['zh', 'light'],
]) {
  const address = (fake) => `index.html?fake=${fake}&language=${language}&theme=${theme}`
  await picture(`live-call-${language}`, address('flood'), { width: 1120, height: 900 }, async (page) => {
    await page.locator('.live-row-toggle').last().click()
    await page.waitForTimeout(400)
  })
  await picture(`live-read-${language}`, address('read'), { width: 1120, height: 900 }, async (page) => {
    await page.getByRole('button', { name: /night for the contest/u }).click()
    await page.waitForTimeout(400)
  })
  await picture(`live-filtered-${language}`, address('flood'), wide, async (page) => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type('evening 99')
    await page.locator('.filter-row .filter-choice-button').last().click()
    await page.keyboard.press('Enter')
    await page.waitForTimeout(600)
  })
  await picture(`live-network-${language}`, address('network'), wide, async (page) => {
    await page.locator('.screen-bar .filter-choice-button').click()
    await page.keyboard.type('y 7')
    await page.keyboard.press('Enter')
  })
}
await picture('live-hour-table', 'index.html?fake=evening&theme=dark', wide, async (page) => {
  await page.getByRole('button', { name: 'Table' }).click()
})
await picture('live-hour-minute', 'index.html?fake=evening', wide, async (page) => {
  await page.locator('.hour-chart input').focus()
  for (let n = 0; n < 15; n++) await page.keyboard.press('ArrowLeft')
})
await picture('live-beginning', 'index.html?fake=evening&theme=dark', wide, async (page) => {
  await page.mouse.move(500, 400)
  await page.mouse.wheel(0, -9_000)
  await page.waitForTimeout(500)
})
await picture('approvals-empty', 'index.html?fake=quiet', wide, to('Approvals'))
for (const [language, theme, size, servers] of [
  ['en', 'light', wide, 'Servers'],
  ['zh', 'dark', wide, '服务器'],
  ['en', 'dark', { width: 820, height: 560 }, 'Servers'],
]) {
  const at = `${language}-${theme}-${size.width}`
  const scene = (fake) => `index.html?fake=${fake}&language=${language}&theme=${theme}`
  const open = async (page) => {
    await page.getByRole('button', { name: servers, exact: true }).click()
    await page.locator('.choice input[value="services"]').check()
    await page.waitForTimeout(150)
  }
  await picture(`services-list-${at}`, scene('services'), size, open)
  await picture(`services-minecraft-${at}`, scene('services'), size, async (page) => {
    await open(page)
    await page.locator('.choice input[value="minecraft"]').check()
  })
  await picture(`services-none-${at}`, scene('services-none'), size, open)
  await picture(`services-broken-${at}`, scene('services-broken'), size, open)
  await picture(`services-files-${at}`, scene('services'), { ...size, height: size.height * 1.6 }, async (page) => {
    await open(page)
    await page.locator('.service-name').nth(1).click()
    await page.waitForTimeout(300)
  })
  await picture(`services-failed-${at}`, scene('services'), size, async (page) => {
    await open(page)
    await page.locator('.service-name').nth(3).click()
    await page.waitForTimeout(300)
  })
  await picture(`services-sign-in-${at}`, scene('services'), size, async (page) => {
    await open(page)
    await page.locator('.service-name').nth(5).click()
  })
  await picture(`services-module-${at}`, scene('services'), size, async (page) => {
    await open(page)
    await page.locator('.servers-bar .button').last().click()
    await page.locator('.service-form input[value="embedded"]').check()
    await page.locator('.service-form [type="submit"]').click()
  })
  await picture(`services-import-${at}`, scene('services'), size, async (page) => {
    await open(page)
    await page.locator('.servers-bar .button').first().click()
    await page.waitForTimeout(300)
  })
  await picture(`services-import-open-${at}`, scene('services'), size, async (page) => {
    await open(page)
    await page.locator('.servers-bar .button').first().click()
    await page.locator('.import-link').click()
    await page.waitForTimeout(300)
  })
  await picture(`services-add-${at}`, scene('services'), size, async (page) => {
    await open(page)
    await page.locator('.servers-bar .button.go').click()
    await page.locator('.service-form [type="submit"]').click()
    await page.waitForTimeout(300)
  })
  await picture(`services-edit-url-${at}`, scene('services'), size, async (page) => {
    await open(page)
    await page.locator('.service-name').nth(2).click()
    await page.locator('.service-buttons .button').nth(2).click()
    await page.waitForTimeout(300)
  })
}
await picture('servers-empty', 'index.html?fake=empty', wide, to('Servers'))
await picture('servers-many', 'index.html?fake=many', wide, to('Servers'))
await picture('servers-untrusted', 'index.html?fake=untrusted', wide, to('Servers'))
await picture('servers-remove', 'index.html?fake=care', wide, async (page) => {
  await opened('Servers')(page)
  await page.getByRole('button', { name: 'Remove' }).click()
})
await picture('servers-removed', 'index.html?fake=care&theme=dark', wide, async (page) => {
  await opened('Servers')(page)
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
})
const whole = { width: 1120, height: 1700 }
for (const [theme, language, servers] of [
  ['light', 'en', 'Servers'],
  ['dark', 'zh', '服务器'],
]) {
  await picture(
    `care-list-${theme}-${language}`,
    `index.html?fake=care&theme=${theme}&language=${language}`,
    wide,
    to(servers),
  )
  await picture(
    `care-${theme}-${language}`,
    `index.html?fake=care&theme=${theme}&language=${language}`,
    whole,
    async (page) => {
      await to(servers)(page)
      await page.locator('.server-row-name', { hasText: 'Grandfather' }).click()
      await page.locator('.access tbody th button').nth(1).click()
      await page.getByRole('button', { name: language === 'en' ? 'Test connection' : '测试连接' }).click()
      await page.waitForTimeout(200)
    },
  )
  await picture(
    `care-edit-${theme}-${language}`,
    `index.html?fake=care&theme=${theme}&language=${language}`,
    wide,
    async (page) => {
      await to(servers)(page)
      await page.locator('.server-row-name', { hasText: 'Token lost' }).click()
      await page.getByRole('button', { name: language === 'en' ? 'Enter the token' : '输入令牌' }).click()
    },
  )
}
for (const [theme, language, ...rules] of [
  ['light', 'en', 'Approvals', 'Rules'],
  ['dark', 'zh', '审批', '规则'],
]) {
  await picture(
    `rules-list-${theme}-${language}`,
    `index.html?fake=past&theme=${theme}&language=${language}`,
    wide,
    async (page) => {
      await toRules(...rules)(page)
      await page.locator('.rule-buttons .button').nth(5).click()
      await page.getByRole('alertdialog').getByRole('button').nth(1).click()
    },
  )
}
await picture('care-many', 'index.html?fake=five-hundred', wide, async (page) => {
  await to('Servers')(page)
  await page.getByRole('button', { name: /^Problems/ }).click()
})
await picture('care-narrow', 'index.html?fake=five-hundred&theme=dark', { width: 860, height: 640 }, to('Servers'))
await picture('care-refused', 'index.html?fake=care-refused', wide, async (page) => {
  await to('Servers')(page)
  await page.getByRole('button', { name: 'Add a server' }).click()
  await page.getByRole('button', { name: /^Custom plugin/ }).click()
  await page.getByLabel('Name').fill('Survival')
  await page.getByLabel('Address').fill('wss://mc.example.org:8765')
  await page.getByLabel('Token').fill('secret')
  await page.getByRole('button', { name: 'Test connection' }).click()
  await page.waitForTimeout(200)
})
await picture('servers-form-wrong', 'index.html?fake=empty', wide, async (page) => {
  await page.getByRole('button', { name: 'Add a server' }).click()
  await page.getByRole('button', { name: /^Custom plugin/ }).click()
  await page.getByLabel('Address').fill('192.168.1.20')
  await page.getByRole('button', { name: 'Add server' }).click()
})
await picture('servers-form-refused', 'index.html?fake=refusing&theme=dark', wide, async (page) => {
  await page.getByRole('button', { name: 'Add a server' }).click()
  await page.getByRole('button', { name: /^Custom plugin/ }).click()
  await page.getByLabel('Name').fill('Survival')
  await page.getByLabel('Address').fill('ws://play.example.org:8765')
  await page.getByLabel('Token').fill('secret')
  await page.getByRole('button', { name: 'Add server' }).click()
  await page.waitForTimeout(300)
})
const adding = (label) => async (page) => {
  await page.getByRole('button', { name: label }).first().click()
  await page.waitForTimeout(200)
}
for (const [language, theme, label] of [
  ['en', 'light', 'Add a server'],
  ['zh', 'dark', '添加服务器'],
]) {
  const address = `index.html?fake=empty&language=${language}&theme=${theme}`
  const [setUp, change] = language === 'en' ? ['Set up', 'Change file'] : ['设置', '修改文件']
  await picture(`java-add-${language}`, address, wide, adding(label))
  await picture(`java-change-${language}`, address, wide, async (page) => {
    await adding(label)(page)
    await page.locator('.found-list').getByRole('button', { name: setUp, exact: true }).first().click()
  })
  await picture(`java-restart-${language}`, address, wide, async (page) => {
    await adding(label)(page)
    await page.locator('.found-list').getByRole('button', { name: setUp, exact: true }).first().click()
    await page.getByRole('button', { name: change }).click()
  })
}
for (const [language, theme, restore] of [
  ['en', 'light', 'Restore…'],
  ['zh', 'dark', '恢复…'],
]) {
  for (const scene of ['backups', 'backups-online', 'backups-running', 'backups-none']) {
    const address = `index.html?fake=${scene}&language=${language}&theme=${theme}`
    const open = async (page) => {
      await to(language === 'en' ? 'Servers' : '服务器')(page)
      await page.getByText('Survival').first().click()
      await page.waitForTimeout(300)
    }
    await picture(`${scene}-${language}`, address, wide, open)
    if (scene !== 'backups') continue
    await picture(`backups-restore-${language}`, address, wide, async (page) => {
      await open(page)
      await page.locator('.backup-row').first().getByText(restore).click()
      await page.waitForTimeout(400)
    })
  }
}
for (const [language, theme, label, accept, rename, install] of [
  ['en', 'light', 'Add a server', 'Accept', 'Rename', 'Install the Gatehouse pack'],
  ['zh', 'dark', '添加服务器', '接受', '重命名', '安装 Gatehouse 行为包'],
]) {
  const address = `index.html?fake=empty&language=${language}&theme=${theme}`
  const card = (page) => page.locator('.add-choice').filter({ has: page.locator('.bedrock-waiting') })
  const accepted = async (page) => {
    await adding(label)(page)
    await card(page).getByRole('button', { name: accept, exact: true }).click()
    await page.waitForTimeout(300)
  }
  for (const [at, size] of Object.entries({ wide, narrow: { width: 860, height: 640 } })) {
    await picture(`bedrock-add-${language}-${at}`, address, size, async (page) => {
      await adding(label)(page)
      await card(page).scrollIntoViewIfNeeded()
    })
    await picture(`bedrock-trouble-${language}-${at}`, address, size, async (page) => {
      await adding(label)(page)
      await card(page).locator('summary').click()
      await card(page).locator('summary').scrollIntoViewIfNeeded()
      await card(page).getByRole('button').last().scrollIntoViewIfNeeded()
    })
    await picture(`bedrock-rename-${language}-${at}`, address, size, async (page) => {
      await accepted(page)
      await page.getByRole('button', { name: rename, exact: true }).click()
    })
    await picture(`bedrock-pack-${language}-${at}`, address, size, async (page) => {
      await accepted(page)
      await page.getByRole('button', { name: install }).click()
      await page.getByRole('button', { name: install }).scrollIntoViewIfNeeded()
    })
  }
}
await picture('java-add-narrow', 'index.html?fake=empty', { width: 860, height: 640 }, adding('Add a server'))
const pastScreens = [
  ['en', 'light', ['Approvals', 'Rules'], 'Log', 'Undo'],
  ['zh', 'dark', ['审批', '规则'], '日志', '撤销'],
]
for (const [language, theme, rules, audit, undo] of pastScreens) {
  const address = (fake) => `index.html?fake=${fake}&language=${language}&theme=${theme}`
  await picture(`past-rules-${language}`, address('past'), wide, toRules(...rules))
  await picture(`past-undo-${language}`, address('past'), wide, to(undo))
  await picture(`past-undo-dialog-${language}`, address('past'), wide, async (page) => {
    await to(undo)(page)
    await page.locator('.undo-button').first().click()
    await page.waitForTimeout(400)
  })
  await picture(`past-audit-${language}`, address('past'), wide, async (page) => {
    await to(audit)(page)
    await page.locator('.audit-row').nth(2).click()
    await page.waitForTimeout(300)
  })
  await picture(`past-broken-${language}`, address('broken'), wide, async (page) => {
    await to(audit)(page)
    await page.getByRole('button', { name: /^(Filters|筛选)$/u }).click()
    await page.waitForTimeout(300)
  })
  await picture(`past-calendar-${language}`, address('past'), wide, async (page) => {
    await to(audit)(page)
    await page.getByRole('button', { name: /^(Filters|筛选)$/u }).click()
    const from = page.locator('.audit-filters .date-field input').first()
    await from.fill('13.1.26')
    await from.press('Enter')
    await page.locator('.audit-filters .date-field-open').last().click()
    await page.locator('.calendar .rdp-today').waitFor()
    await page.keyboard.press('ArrowUp')
    await page.waitForTimeout(300)
  })
  await picture(`past-damaged-${language}`, address('broken'), wide, async (page) => {
    await toRules(...rules)(page)
    await page.getByRole('button', { name: /^(New rule|新建规则)$/u }).click()
  })
  await picture(`past-empty-${language}`, address('empty'), wide, toRules(...rules))
}
await picture('past-settings', 'index.html?fake=past', { width: 1120, height: 1300 }, async (page) => {
  await to('Settings')(page)
  await page.getByText('Only me', { exact: true }).click()
})
await picture('welcome-zh', 'index.html?fake=newcomer&language=zh', wide)
await picture('welcome-try-zh', 'index.html?fake=begun&language=zh', wide, to('试一试'))
for (const [language, theme, settings, notices, approvers] of [
  ['en', 'light', 'Settings', 'Notifications and sounds', 'Approvers'],
  ['zh', 'dark', '设置', '通知与声音', '批准人'],
]) {
  const address = `index.html?fake=evening&language=${language}&theme=${theme}`
  await picture(`settings-tall-${language}`, address, { width: 1120, height: 1900 }, async (page) => {
    await to(settings)(page)
    await page.evaluate(async () => {
      const { quietHours } = (await window.gatehouse.request('settings:get')).value
      await window.gatehouse.request('settings:change', { quietHours: { ...quietHours, enabled: true } })
    })
    await page.waitForTimeout(200)
  })
  await picture(`settings-notices-${language}`, address, wide, async (page) => {
    await to(settings)(page)
    await page.getByRole('navigation').getByRole('button', { name: notices }).click()
    await page.waitForTimeout(200)
  })
  await picture(`settings-approvers-${language}`, address, wide, async (page) => {
    await to(settings)(page)
    await page.getByRole('navigation').getByRole('button', { name: approvers, exact: true }).click()
    await page.getByRole('region', { name: approvers }).getByRole('radio').first().check({ force: true })
    await page.waitForTimeout(200)
  })
  await picture(`paused-${language}`, address, wide, async (page) => {
    await page.evaluate(() =>
      window.gatehouse.push('panic:changed', {
        on: true,
        pause: true,
        until: new Date(2026, 0, 19, 14, 5).toISOString(),
        keys: { accelerator: 'CommandOrControl+Alt+Shift+P', works: true },
      }),
    )
    await page.waitForTimeout(200)
  })
}
for (const [language, theme, servers, settings, safety, pause] of [
  ['en', 'light', 'Servers', 'Settings', 'Safety', 'Pause all AI'],
  ['zh', 'dark', '服务器', '设置', '安全', '暂停所有 AI'],
]) {
  const address = (fake) => `index.html?fake=${fake}&language=${language}&theme=${theme}`
  await picture(`touch-pause-${language}`, address('evening'), wide, to(pause))
  await picture(`touch-paused-${language}`, address('evening'), wide, async (page) => {
    await to(pause)(page)
    await page.getByRole('menuitem').first().click()
    await page.waitForTimeout(300)
  })
  await picture(`touch-paused-small-${language}`, address('evening'), { width: 820, height: 560 }, async (page) => {
    await to(pause)(page)
    await page.getByRole('menuitem').last().click()
    await page.waitForTimeout(300)
  })
  await picture(`touch-careful-${language}`, address('careful'), wide, to(servers))
  await picture(`touch-keys-${language}`, address('evening'), wide, async (page) => {
    await to(settings)(page)
    await page.getByRole('navigation').last().getByRole('button', { name: safety }).click()
    const field = page.locator('.keys-field input').last()
    await field.press('Control+Alt+Shift+J')
    await field.press('Control+C')
    await page.waitForTimeout(200)
  })
  await picture(`touch-keys-held-${language}`, address('evening'), wide, async (page) => {
    await to(settings)(page)
    await page.getByRole('navigation').last().getByRole('button', { name: safety }).click()
    await page.locator('.keys-field input').last().focus()
    await page.keyboard.down('Control')
    await page.keyboard.down('Alt')
    await page.waitForTimeout(200)
  })
  await picture(`touch-settings-end-${language}`, address('evening'), wide, async (page) => {
    await to(settings)(page)
    await page.locator('.screen-content').hover()
    await page.mouse.wheel(0, 20_000)
    await page.waitForTimeout(300)
  })
  await picture(`touch-live-${language}`, address('evening'), { width: 1120, height: 560 }, async (page) => {
    await page.locator('.live-row-toggle').last().click()
    await page.waitForTimeout(1_200)
  })
  await picture(`touch-form-${language}`, address('evening'), wide, async (page) => {
    await to(servers)(page)
    await page.locator('.servers-bar .button.go').click()
    await page.locator('input[name="name"]').fill('Home of Steve')
    await page.locator('input[name="address"]').fill('ws://203.0.113.77:8765')
    await page.getByRole('switch').click()
    await page.waitForTimeout(500)
  })
}
const connectScreens = [
  ['en', 'light', 'Clients', 'Connect an AI client', 'Show changes'],
  ['zh', 'dark', '客户端', '连接 AI 客户端', '显示改动'],
]
for (const [language, theme, clients, connect, show] of connectScreens) {
  const address = (fake) => `index.html?fake=${fake}&language=${language}&theme=${theme}`
  const open = (program) => async (page) => {
    await to(clients)(page)
    await page.getByRole('button', { name: connect }).click()
    if (program) await page.getByRole('button', { name: program }).click()
  }
  await picture(`connect-list-${language}`, address('connecting'), wide, to(clients))
  await picture(`connect-choose-${language}`, address('connecting'), wide, open())
  await picture(`connect-claude-${language}`, address('connecting'), tall, async (page) => {
    await open('Claude Desktop')(page)
    await page.getByRole('button', { name: show }).click()
    await page.waitForTimeout(300)
  })
  await picture(`connect-other-${language}`, address('connecting'), tall, open(/Another program|其他程序/u))
  await picture(`connect-code-${language}`, address('connecting'), tall, open('Claude Code'))
  await picture(`connect-file-${language}`, address('connecting'), wide, async (page) => {
    await open('Cursor')(page)
    await page.getByRole('button', { name: show }).click()
    await page.waitForTimeout(300)
  })
  await picture(`connect-running-${language}`, address('connecting-running'), tall, open('Claude Desktop'))
  await picture(`connect-moved-${language}`, address('connecting-moved'), tall, open('Claude Desktop'))
  await picture(`connect-broken-${language}`, address('connecting-broken'), tall, open('Claude Desktop'))
  await picture(`connect-page-${language}`, address('connecting'), tall, async (page) => {
    await to(clients)(page)
    await page.getByRole('button', { name: /Cursor/u }).click()
    await page.waitForTimeout(300)
  })
  await picture(`connect-key-${language}`, address('connecting'), tall, async (page) => {
    await to(clients)(page)
    await page
      .getByRole('button', { name: /Grafana/u })
      .first()
      .click()
    await page.waitForTimeout(300)
  })
}
for (const [language, theme, clients, connect, device] of [
  ['en', 'light', 'Clients', 'Connect an AI client', 'Connect a XiaoZhi device'],
  ['zh', 'dark', '客户端', '连接 AI 客户端', '连接小智设备'],
]) {
  for (const fake of ['xiaozhi', 'clients']) {
    const address = `index.html?fake=${fake}&theme=${theme}&language=${language}`
    await picture(`${fake === 'xiaozhi' ? 'xiaozhi' : 'xiaozhi-first'}-${language}`, address, tall, async (page) => {
      await to(clients)(page)
      await page.getByRole('button', { name: connect }).click()
      await page.getByRole('button', { name: device }).click()
      if (fake === 'xiaozhi') await page.locator('.xiaozhi-tools summary').first().click()
    })
  }
}
await picture('connect-settings', 'index.html?fake=connecting-running', { width: 1120, height: 1900 }, to('Settings'))
for (const [language, theme, help] of [
  ['en', 'light', 'Help'],
  ['zh', 'dark', '帮助'],
]) {
  const address = `index.html?fake=linux&language=${language}&theme=${theme}`
  const asked = (question) => async (page) => {
    await page.evaluate((reported) => window.gatehouse.push('window:leaving', reported), question)
    await page.waitForTimeout(300)
  }
  await picture(`leaving-help-${language}`, address, wide, async (page) => {
    await to(help)(page)
    await page.waitForTimeout(300)
  })
  await picture(`leaving-closed-${language}`, address, wide, asked({ why: 'closed', staysIn: 'tray' }))
  await picture(`leaving-no-tray-${language}`, address, wide, asked({ why: 'closed', staysIn: 'taskbar' }))
  await picture(`leaving-quit-${language}`, address, wide, asked({ why: 'quit', staysIn: 'tray' }))
  const tall = { width: 1120, height: 3600 }
  await picture(`leaving-settings-${language}`, address, tall, to(language === 'en' ? 'Settings' : '设置'))
}
await picture('leaving-live-open', 'index.html?fake=evening', { width: 1120, height: 640 }, async (page) => {
  const push = () =>
    page.evaluate(() => {
      const { live } = window.gatehouse.shell
      const from = live.length
      const next = { ...live.find(({ kind }) => kind === 'game'), id: `more ${from}`, at: new Date().toISOString() }
      live.push(next)
      window.gatehouse.push('live:arrived', { from, entries: JSON.stringify([next]), oldest: 0 })
    })
  await page.locator('.live-row-toggle').last().click()
  for (let more = 0; more < 12; more += 1) {
    await push()
    await page.waitForTimeout(40)
  }
  await page.waitForTimeout(300)
})
for (const [language, theme] of [
  ['en', 'light'],
  ['zh', 'dark'],
]) {
  const address = `index.html?fake=evening&language=${language}&theme=${theme}`
  const [settings, link] = language === 'zh' ? ['设置', '绑定玩家'] : ['Settings', 'Link player']
  const gameApprover = (change) => async (page) => {
    await to(settings)(page)
    await page.evaluate((part) => {
      const { shell, push } = window.gatehouse
      shell.gameApproval = { ...shell.gameApproval, servers: [shell.servers[0].id], ...part }
      const approver = part.approver && { ...part.approver, server: shell.servers[0].id }
      push('game-approval:changed', { ...shell.gameApproval, ...(approver && { approver }) })
    }, change)
    await page.locator('.game-approver-form, .game-approver-box').scrollIntoViewIfNeeded()
    await page.waitForTimeout(200)
  }
  await picture(`game-approver-new-${language}`, address, wide, gameApprover({}))
  await picture(`game-approver-linking-${language}`, address, wide, async (page) => {
    await gameApprover({})(page)
    await page.locator('.game-approver-form input').fill('Steve')
    await page.getByRole('button', { name: link }).click()
    await page.locator('.game-approver-box').scrollIntoViewIfNeeded()
  })
  const approver = { player: 'Steve', paused: false }
  await picture(`game-approver-on-${language}`, address, wide, gameApprover({ approver }))
  const paused = gameApprover({ approver: { ...approver, paused: true }, problem: 'not-shown' })
  await picture(`game-approver-paused-${language}`, address, wide, paused)
}
await picture('settings-zh', 'index.html?fake=evening&language=zh', wide, to('设置'))

for (const [language, theme, capabilities, tryIt, dryRun, run] of [
  ['en', 'light', 'Actions', 'Try it', 'Dry run', 'Run'],
  ['zh', 'dark', '动作', '试一试', '试运行', '运行'],
]) {
  const address = (fake) => `index.html?fake=${fake}&language=${language}&theme=${theme}`
  const teleport = async (page) => {
    await to(capabilities)(page)
    await page.getByRole('searchbox').fill('teleport')
    await page.waitForTimeout(200)
  }
  await picture(`capabilities-${language}`, address('rich'), wide, teleport)
  await picture(`capabilities-all-${language}`, address('rich'), { width: 1120, height: 2600 }, teleport)
  await picture(`capabilities-waiting-${language}`, address('rich'), { width: 1120, height: 1100 }, async (page) => {
    await to(capabilities)(page)
    await page.getByRole('searchbox').fill('shopkeeper')
    await page.waitForTimeout(200)
  })
  await picture(`capabilities-try-${language}`, address('rich'), { width: 1120, height: 1300 }, async (page) => {
    await teleport(page)
    await page.getByRole('button', { name: tryIt, exact: true }).click()
    await page.getByRole('button', { name: dryRun, exact: true }).click()
    await page.waitForTimeout(300)
  })
  await picture(`capabilities-done-${language}`, address('rich'), { width: 1120, height: 1300 }, async (page) => {
    await teleport(page)
    await page.getByRole('button', { name: tryIt, exact: true }).click()
    await page.getByLabel('playerName').fill('')
    await page.getByRole('button', { name: run, exact: true }).click()
    await page.waitForTimeout(300)
  })
  await picture(`capabilities-empty-${language}`, address('empty'), wide, to(capabilities))
  await picture(`capabilities-crowd-${language}`, address('crowd'), wide, to(capabilities))
  await picture(`capabilities-narrow-${language}`, address('rich'), { width: 900, height: 600 }, to(capabilities))
}
for (const [language, theme, settings] of [
  ['en', 'light', 'Settings'],
  ['zh', 'dark', '设置'],
]) {
  const address = (fake) => `index.html?fake=${fake}&language=${language}&theme=${theme}`
  await picture(`crash-note-${language}`, address('crash'), wide)
  await picture(`crash-bare-${language}`, `${address('evening')}&bare`, wide)
  await picture(`crash-screen-${language}`, address('undrawable'), wide, (page) =>
    page.getByRole('navigation').getByRole('button').nth(4).click(),
  )
  await picture(`crash-question-${language}`, address('undrawable').replace('index', 'approval'), popUp, ready)
  await picture(`crash-about-${language}`, address('crash'), { width: 1120, height: 2600 }, async (page) => {
    await to(settings)(page)
    await page.getByRole('button', { name: /^(Show licences|显示许可证)$/u }).click()
    await page.waitForTimeout(400)
  })
}

await stage.close()
for (const complaint of stage.complaints) console.error(complaint)
process.exitCode = stage.complaints.length === 0 ? 0 : 1
