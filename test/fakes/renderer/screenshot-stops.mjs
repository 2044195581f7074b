/**
 * Screenshot stops: the ways to every screen, dialog and pop-up of the fake page. To add one, add a line here.
 */

/** Clicks a screen of the side bar, by its index, and then one of its tabs. */
const to = (place, tab) => async (page) => {
  await page.locator('.rail-link').nth(place).click()
  if (tab !== undefined) await page.getByRole('radio').nth(tab).check({ force: true })
}
/** One way after the other. */
export const and = (one, other) => async (page) => {
  await one(page)
  await other(page)
}
const click = (selector) => (page) => page.locator(selector).first().click()
const settingsPage = (place) => and(click('.rail-link.apart'), click(`.settings-nav button:nth-of-type(${place})`))
const scrollTo = (part) => (page) =>
  page.locator(part).evaluate((element) => element.scrollIntoView({ block: 'center' }))
/** Switches on the door for other computers, and invites somebody. */
const inviteSomebody = async (page) => {
  await page.locator('.remote-place .choice label').first().click()
  await page.locator('.remote-invite input').fill('Ada')
  await page.locator('.remote-invite .button').click()
  await page.locator('.remote-code').evaluate((element) => element.scrollIntoView({ block: 'center' }))
}
const adding = (act) => and(and(to(2), click('.button.go')), act)
const addHere = click('.add-way:nth-of-type(1) .add-way-head')

const serverTab = (place) =>
  and(and(to(2), click('.server-row-name')), (page) => page.getByRole('tab').nth(place).click())

/** Opens a place of *Add a server*, by its index. */
const addFrom = (place, next) =>
  and(and(to(2), click('.button.go')), async (page) => {
    await page.locator('.add-way-head').nth(place).click()
    await next(page)
  })

/** Lists the containers of another machine, whose key is unknown. */
const elsewhereDocker = async (page) => {
  await page.locator('.add-way-body .choice label').nth(1).click()
  await page.locator('[name="host"]').fill('vps.example')
  await page.locator('[name="user"]').fill('mc')
  await page.locator('.way-form > .button').click()
  await page.locator('.way-question').scrollIntoViewIfNeeded()
}

const onboardingStep = (place) => (page) => page.getByRole('navigation').getByRole('button').nth(place).click()
const push = (channel, payload) => (page) =>
  page.evaluate(([name, sent]) => window.gatehouse.push(name, sent), [channel, payload])

/** The page of the server that has actions to accept. */
const reviewed = and(
  and(to(2), click('.server-row-name:has(.server-row-waiting)')),
  click('.server-tab:nth-of-type(2)'),
)
/** The button stands elsewhere before there is a client. */
const connect = (page) => page.getByRole('button', { name: /^(?:Connect an AI|连接 AI)$/u }).click()
const connecting = (act = async () => {}) => and(and(to(4), connect), act)
const steps = scrollTo('.program-button >> nth=-1')
const program = (place) => connecting(and((page) => page.locator('.program-button').nth(place).click(), steps))
/** The page of the voice devices or of the AI VTuber, with its tools. */
const voice = (place) =>
  connecting(async (page) => {
    await page.locator('summary').last().click()
    await page.locator('.connect-voice .button').nth(place).click()
    const tools = page.locator('.voice-tools summary')
    if ((await tools.count()) > 0) await tools.first().click()
  })
const newKey = (name) => async (page) => {
  await to(4)(page)
  await page.locator('.clients-developers > summary').click()
  await page.locator('.clients-developers-line .button').first().click()
  await page.locator('.client-card input').first().fill(name)
  await page.locator('.client-card [type="submit"]').click()
}
const action = (words, act = async () => {}) =>
  and(
    and(to(3), (page) => page.getByRole('searchbox').fill(words)),
    act,
  )
const service = (place, act = async () => {}) =>
  and(
    and(to(2, 1), (page) => page.locator('.service-name').nth(place).click()),
    act,
  )
const removing = and(and(and(to(2), click('.server-row-name')), click('.server-header .menu-button')), (page) =>
  page.getByRole('menuitem').last().click(),
)
const newServer = (fields) => async (page) => {
  await adding(click('.add-links > p:last-child .add-link'))(page)
  for (const [name, text] of Object.entries(fields)) await page.locator(`[name="${name}"]`).fill(text)
  await page.locator('.server-form [type="submit"]').click()
}
const filter = (words) => async (page) => {
  await page.keyboard.press('Control+k')
  await page.keyboard.type(words)
}
/** Opens the scope of an answer, and chooses. */
const scope = (what, duration) => async (page) => {
  await page.waitForTimeout(1_100)
  await page.locator('.scope-button').click()
  await page.locator(`[name=scope-what][value="${what}"]`).check()
  if (duration) await page.locator(`[name=scope-how][value="${duration}"]`).check()
}

/** Name → scene of the fake bridge, and the way to the screen. */
export const stops = {
  home: ['evening', to(0)],
  'home-waiting': ['three', to(0)],
  'home-builds': ['builds', to(0)],
  'home-build': ['builds-one', to(0)],
  'home-build-stop': ['builds-one', and(to(0), click('.build-stop'))],
  'home-open': ['evening', click('.feed-row.ai .feed-row-toggle')],
  'home-refusals': ['refusals', (page) => page.locator('.feed-row-toggle').last().click()],
  'home-call': ['flood', (page) => page.locator('.feed-row-toggle').last().click()],
  'home-no-match': ['evening', filter('creeper')],
  'home-filter': ['network', (page) => page.locator('.filter-choice-button').last().click()],
  chat: ['evening', to(0, 1)],
  'first-steps': ['empty', to(0)],
  approvals: ['three', to(1)],
  paused: ['asking-paused', to(1)],
  rules: ['past', to(1, 1)],
  'rules-damaged': ['broken', and(to(1, 1), click('.screen-bar .button'))],
  servers: ['evening', and(to(2), click('.server-row-name'))],
  'servers-many': ['five-hundred', to(2)],
  'server-remove': ['care', removing],
  'server-removed': ['care', and(removing, (page) => page.getByRole('alertdialog').getByRole('button').last().click())],
  'server-log': ['log-understood', serverTab(-1)],
  'server-log-unknown': ['log-unknown', serverTab(-1)],
  'server-log-folder': ['log-folder', serverTab(-1)],
  'server-restore': ['backups', and(serverTab(2), click('.backup-row .button'))],
  'server-backup-running': ['backups-running', serverTab(2)],
  'server-page': ['server-page', serverTab(0)],
  'server-actions': ['server-page', serverTab(1)],
  'server-building': ['server-building', serverTab(2)],
  'server-building-none': ['server-building-empty', and(serverTab(2), click('.building-head .button'))],
  'server-backups': ['server-page', serverTab(3)],
  'server-connection': ['server-page', serverTab(4)],
  'server-ban': [
    'server-page',
    and(serverTab(0), async (page) => {
      await page.locator('.player-row .menu-button').first().click()
      await page.getByRole('menuitem').last().click()
    }),
  ],
  review: ['unaccepted', reviewed],
  'review-core': ['unaccepted-core', reviewed],
  'review-changed': ['changed', reviewed],
  'servers-problems': ['care', to(2)],
  'servers-untrusted': ['untrusted', to(2)],
  services: ['services', to(2, 1)],
  'services-broken': ['services-broken', to(2, 1)],
  'services-none': ['services-none', to(2, 1)],
  'services-files': ['services', service(1)],
  'services-failed': ['services', service(3)],
  'services-sign-in': ['services', service(5)],
  'services-edit': ['services', service(2, (page) => page.locator('.service-buttons .button').nth(2).click())],
  'services-add': ['services', and(and(to(2, 1), click('.servers-bar .button.go')), click('[type="submit"]'))],
  'services-import': ['services', and(and(to(2, 1), click('.servers-bar .button')), click('.import-link'))],
  actions: ['rich', to(3)],
  'actions-one': ['rich', and(to(3), click('.capability-row:nth-of-type(1) >> nth=5'))],
  'actions-empty': ['empty', to(3)],
  'actions-dry-run': [
    'rich',
    action('teleport', and(click('.capability-head .button'), click('.try-it-buttons .button >> nth=1'))),
  ],
  clients: ['clients', to(4)],
  'clients-named': ['connecting', to(4)],
  'clients-change': ['clients', and(to(4), click('.client-row-buttons .button'))],
  'clients-one': ['clients', and(to(4), click('.client-row-buttons .button:last-child'))],
  xiaozhi: ['xiaozhi', to(4)],
  'xiaozhi-page': ['xiaozhi', voice(0)],
  'xiaozhi-first': ['clients', voice(0)],
  'neuro-page': ['neuro', voice(1)],
  'neuro-first': ['clients', voice(1)],
  'clients-form': ['clients', newKey('')],
  'clients-key': ['clients', newKey('Cursor')],
  'clients-paused': ['asking-paused', to(4)],
  connect: ['connecting', connecting()],
  'connect-claude': ['connecting', program(0)],
  'connect-moved': ['connecting-moved', program(0)],
  'connect-broken': ['connecting-broken', program(0)],
  'connect-running': ['connecting-running', program(0)],
  'connect-code': ['connecting', program(1)],
  'connect-other': ['connecting', program(-1)],
  log: ['past', and(to(5), (page) => page.locator('.audit-row').nth(2).click())],
  'log-filters': ['broken', and(to(5), click('.audit-bar .button'))],
  'log-list': ['past', to(5)],
  undo: ['past', to(6)],
  settings: ['evening', click('.rail-link.apart')],
  'settings-search': [
    'evening',
    and(click('.rail-link.apart'), (page) => page.locator('.screen-bar input').fill('update')),
  ],
  'settings-start': ['evening', settingsPage(2)],
  places: ['networks', settingsPage(3)],
  'places-remote': ['evening', and(settingsPage(3), inviteSomebody)],
  'places-people': ['evening', and(settingsPage(3), scrollTo('.people-list'))],
  'places-discord': [
    'evening',
    and(settingsPage(3), (page) => page.locator('.places button[aria-expanded]').last().click()),
  ],
  'settings-questions': ['evening', settingsPage(4)],
  'settings-notices': ['evening', settingsPage(5)],
  'settings-safety': ['evening', settingsPage(6)],
  'settings-streaming': ['evening', settingsPage(7)],
  'settings-obs': ['evening&streaming=on', and(settingsPage(7), scrollTo('.secret-form >> nth=0'))],
  'settings-deck': ['evening&streaming=on', and(settingsPage(7), scrollTo('.deck-buttons'))],
  'settings-viewers': ['viewers', settingsPage(8)],
  'settings-viewers-suggestions': ['viewers', and(settingsPage(8), scrollTo('.viewers-suggestions'))],
  'settings-viewers-off': ['evening', settingsPage(8)],
  'settings-chat': ['evening', settingsPage(9)],
  'settings-trail': ['past', settingsPage(10)],
  'settings-telemetry': ['past&streaming=on', and(settingsPage(10), scrollTo('.secret-form >> nth=-1'))],
  'settings-digest': ['evening&streaming=on', and(settingsPage(5), scrollTo('.digest-parts'))],
  'settings-connect': ['connecting', settingsPage(11)],
  'settings-gateways': ['evening', settingsPage(12)],
  'settings-updates': ['evening', settingsPage(13)],
  'settings-file': ['evening', settingsPage(14)],
  'settings-about': ['evening', settingsPage(15)],
  welcome: ['newcomer', async () => {}],
  'welcome-server': ['newcomer', onboardingStep(1)],
  'welcome-client': ['newcomer', onboardingStep(2)],
  'welcome-decide': ['newcomer', onboardingStep(3)],
  'welcome-try': ['begun', onboardingStep(4)],
  'pause-menu': ['evening', click('.pause-button')],
  panic: ['evening', and(click('.pause-button'), (page) => page.getByRole('menuitem').first().click())],
  help: ['evening', click('.rail-help')],
  quit: ['evening', push('window:leaving', { why: 'quit', staysIn: 'tray' })],
  closed: ['evening', push('window:leaving', { why: 'closed', staysIn: 'tray' })],
  'undo-dialog-build': ['builds', and(to(6), click('.undo-button'))],
  'undo-dialog': ['past', and(to(6), click('.undo-button'))],
  'no-servers': ['empty', to(2)],
  'add-server': ['empty', adding(async () => {})],
  'add-agent-wrong': ['empty', newServer({ address: '192.168.1.20' })],
  'add-agent-refused': [
    'refusing',
    newServer({ name: 'Survival', address: 'ws://play.example.org:8765', token: 'secret' }),
  ],
  'add-host': ['empty', addFrom(1, () => undefined)],
  'add-host-ready': [
    'empty',
    addFrom(1, async (page) => {
      await page.locator('.way-form input').nth(0).fill('https://panel.example')
      await page.locator('.way-form input').nth(1).fill('ptlc_x')
      await page.locator('.way-form .button').click()
      await page.locator('.add-part > .button').click()
      await page.locator('.way-parts').scrollIntoViewIfNeeded()
    }),
  ],
  'add-ssh': ['empty', addFrom(2, () => undefined)],
  'add-ssh-key': [
    'empty',
    addFrom(2, async (page) => {
      const fill = (name, text) => page.locator(`[name="${name}"]`).fill(text)
      await fill('host', 'vps.example')
      await fill('user', 'mc')
      await fill('folder', '/srv/minecraft')
      await page.locator('.way-form > .button').click()
      await page.locator('.way-question').scrollIntoViewIfNeeded()
    }),
  ],
  'add-docker': [
    'empty',
    addFrom(3, async (page) => {
      await page.locator('.found-foot .button.go').click()
      await page.locator('.way-parts').scrollIntoViewIfNeeded()
    }),
  ],
  'add-docker-ssh': ['empty', addFrom(3, elsewhereDocker)],
  'add-docker-ssh-listed': [
    'empty',
    addFrom(3, async (page) => {
      await elsewhereDocker(page)
      await page.locator('.way-question .button').click()
      await page.locator('.found-foot .button.go').click()
      await page.locator('.way-parts').scrollIntoViewIfNeeded()
    }),
  ],
  'add-elsewhere': ['empty', adding(click('.add-way:nth-of-type(2) .add-way-head'))],
  'add-here': ['empty', adding(addHere)],
  'add-set-up': ['empty', adding(and(addHere, click('.found-list .button')))],
  'add-restart': ['empty', adding(and(and(addHere, click('.found-list .button')), click('.setup-foot .button.go')))],
  consent: ['consent', async () => {}],
  inputs: ['inputs', to(1)],
  crash: ['crash', async () => {}],
  'crash-bare': ['evening&bare', async () => {}],
  'crash-screen': ['undrawable', click('.rail-link.apart')],
}

/** Name → scene of the fake bridge, of the pop-up; or with what is done there. */
export const popUps = {
  request: 'one',
  bridge: 'bridge',
  marked: 'marked',
  critical: 'critical',
  typed: 'typed',
  stack: 'stack',
  hostile: 'hostile',
  long: 'long',
  'too-long': 'endless',
  form: 'input-form',
  page: 'input-url',
  model: 'input-model',
  redacted: 'redacted&streaming=on',
  teleport: 'teleport',
  rule: 'rule',
  fill: 'fill',
  build: 'build',
  'build-hard': 'build-hard',
  'build-unseen': 'build-unseen',
  'build-refused': 'build-refused',
  block: 'block',
  kit: 'kit',
  raised: 'raised',
  expired: 'expired',
  consent: 'consent',
  none: 'empty',
  away: 'one&away',
  weather: 'weather',
  file: 'file',
  extra: 'extra',
  'same-place': 'same-place',
  'unread-place': 'unread-place',
  balance: 'balance',
  vote: 'vote',
  details: ['one', click('.question-end button')],
  'scope-narrow': ['bridge', scope('narrow', '15-minutes')],
  'scope-always': ['one', scope('any', 'always')],
  'form-wrong': ['input-form', click('.button.go')],
}
/** The pop-up has the height that it asks for. */
export const fit = async (page) => {
  await page.waitForTimeout(1_100)
  const wanted = await page.evaluate(
    () => window.gatehouse.asked.filter(({ channel }) => channel === 'pop-up:resize').at(-1)?.payload,
  )
  if (wanted !== undefined) await page.setViewportSize({ width: wanted.wide ? 640 : 440, height: wanted.height })
}
