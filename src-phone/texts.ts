import type { Duration } from '@shared/approvals/approval.js'
import type { OwnCaller } from '@shared/clients/own-callers.js'
import type { NameConfusion } from '@shared/text/confusable-name.js'
import type { AppLanguage } from '@shared/text/language.js'

/** Texts of the page, in the language that the server chose. */
export interface Texts {
  readonly language: AppLanguage
  readonly title: string
  readonly pairTitle: string
  readonly pairText: string
  readonly name: string
  readonly code: string
  readonly codeHint: string
  readonly pair: string
  readonly fingerprint: string
  readonly fingerprintText: string
  readonly checkTitle: string
  readonly checkText: string
  readonly ended: string
  readonly notPaired: string
  readonly connected: (name: string) => string
  readonly lost: string
  readonly nothing: string
  readonly gone: string
  readonly asks: string
  readonly claimed: string
  /** About a name in letters that only look Latin. */
  readonly confusable: Readonly<Record<NameConfusion, string>>
  readonly callers: Readonly<Record<OwnCaller, string>>
  readonly server: string
  readonly risk: string
  readonly risks: Readonly<Record<string, string>>
  readonly why: string
  /** Text of others that the AI read. */
  readonly wasRead: string
  readonly ownWords: string
  readonly undo: string
  readonly agreed: string
  readonly agreedOf: (count: number, needed: number, names: string) => string
  readonly youAgreed: string
  readonly left: string
  readonly now: string
  readonly sent: string
  readonly drawing: string
  readonly noPicture: string
  readonly before: string
  readonly after: string
  readonly built: (blocks: number, replaced: number, containers: number) => string
  /** Names of players follow. */
  readonly inside: string
  readonly notAllKnown: string
  readonly showSecrets: string
  readonly type: (text: string) => string
  readonly deny: string
  readonly approve: string
  readonly what: string
  readonly howLong: string
  readonly durations: Readonly<Record<Duration, string>>
  /** Label of the button for a decision with a duration. */
  readonly approveFor: Readonly<Record<Exclude<Duration, 'once'>, (what: string) => string>>
  readonly read: string
  readonly errors: Readonly<Record<string, string>>
  readonly failed: string
}

const en: Texts = {
  language: 'en',
  title: 'Requests',
  pairTitle: 'Become an approver',
  pairText: 'Gatehouse asks you before an AI does something critical on a Minecraft server.',
  name: 'Your name',
  code: 'Code',
  codeHint: 'The six digits in the Gatehouse window.',
  pair: 'Pair',
  fingerprint: 'Certificate',
  fingerprintText:
    'Your browser warned you about the certificate. The SHA-256 fingerprint in the browser must be the same as in the Gatehouse window. This page alone is no proof.',
  checkTitle: 'Waiting for the owner',
  checkText: 'Check that the Gatehouse window shows the same four characters. Then the owner confirms.',
  ended: 'This pairing has ended. Ask for a new code and scan it.',
  notPaired: 'This device is not paired. Scan the code in the Gatehouse window: Settings → Where you answer.',
  connected: (name) => `You are ${name}. Requests reach you while this page is open.`,
  lost: 'Connection lost. Trying again…',
  nothing: 'No requests waiting.',
  gone: 'A request is no longer open.',
  asks: 'Who asks',
  claimed: 'name not verified',
  confusable: { mixed: 'Mixed alphabets', confusable: 'Not Latin letters' },
  callers: {
    owner: 'The owner, trying it out',
    practice: 'Practice: Gatehouse plays an AI',
    undoing: 'The owner, undoing an action',
  },
  server: 'Server',
  risk: 'Risk',
  risks: { low: 'Low', medium: 'Medium', high: 'High', critical: 'Critical' },
  why: 'Why',
  wasRead: 'The AI read',
  ownWords: 'its own words, not verified',
  undo: 'Undo',
  agreed: 'Approved by',
  agreedOf: (count, needed, names) => `${count} of ${needed}${names === '' ? '' : ` (${names})`}`,
  youAgreed: 'You approved. Others must approve too.',
  left: 'Time left',
  now: 'Now',
  drawing: 'Drawing the picture…',
  noPicture: 'There is no picture. Read what is sent below.',
  before: 'Before',
  after: 'After',
  built: (blocks, replaced, containers) =>
    `${blocks} blocks. Replaces ${replaced} blocks${containers > 0 ? `, ${containers} ${containers === 1 ? 'container' : 'containers'} with items` : ''}.`,
  inside: 'Inside the area: ',
  notAllKnown: 'Not everything that is there is known.',
  sent: 'Exact request',
  showSecrets: 'Show hidden values',
  type: (text) => `To approve, type ${text}`,
  deny: 'Deny',
  approve: 'Approve once',
  what: 'What',
  howLong: 'How long',
  durations: {
    once: 'This time',
    '5-minutes': '5 min',
    '15-minutes': '15 min',
    '60-minutes': '60 min',
    session: 'Until it disconnects',
    always: 'Always',
  },
  approveFor: {
    '5-minutes': (what) => `Approve and allow ${what} for 5 min`,
    '15-minutes': (what) => `Approve and allow ${what} for 15 min`,
    '60-minutes': (what) => `Approve and allow ${what} for 60 min`,
    session: (what) => `Approve and allow ${what} until it disconnects`,
    always: (what) => `Approve and always allow ${what}`,
  },
  read: 'Read it first',
  errors: {
    'RISK.APPROVAL_CLOSED': 'This request is no longer open.',
    'RISK.APPROVAL_TOO_QUICK': 'Read it first, then approve.',
    'RISK.APPROVAL_NOT_TYPED': 'Type the name exactly.',
    'AUTH.TOKEN_INVALID': 'The code is wrong. After five wrong codes you need a new one.',
    'AUTH.TOKEN_EXPIRED': 'This pairing has ended. Ask for a new code and scan it.',
    'SYSTEM.RATE_LIMITED': 'Too many attempts. Wait a moment.',
  },
  failed: 'Failed:',
}

const zh: Texts = {
  language: 'zh',
  title: '请求',
  pairTitle: '成为批准人',
  pairText: 'AI 在 Minecraft 服务器上执行极高风险动作之前，Gatehouse 会询问你。',
  name: '你的名字',
  code: '配对码',
  codeHint: 'Gatehouse 窗口中显示的六位数字。',
  pair: '配对',
  fingerprint: '证书',
  fingerprintText:
    '浏览器对证书发出了警告。浏览器显示的 SHA-256 指纹必须与 Gatehouse 窗口中的一致。仅凭此页面不能证明什么。',
  checkTitle: '等待服主确认',
  checkText: '请检查 Gatehouse 窗口是否显示相同的四个字符，然后由服主确认。',
  ended: '此次配对已结束。请获取新的配对码并扫描。',
  notPaired: '此设备尚未配对。请在 Gatehouse 窗口的“设置 → 在哪里审批”中扫描二维码。',
  connected: (name) => `你是 ${name}。此页面打开期间，可以向你请求批准。`,
  lost: '连接已断开。正在重试…',
  nothing: '没有待处理的请求。',
  gone: '一个请求已经结束。',
  asks: '请求方',
  claimed: '名称未经核实',
  confusable: { mixed: '混用多种字母', confusable: '形似拉丁字母' },
  callers: { owner: '服主，正在试用', practice: '练习：由 Gatehouse 扮演 AI', undoing: '服主，正在撤销操作' },
  server: '服务器',
  risk: '风险',
  risks: { low: '低', medium: '中', high: '高', critical: '极高' },
  why: '原因',
  wasRead: 'AI 读过',
  ownWords: '请求方的原话，未经核实',
  undo: '撤销',
  agreed: '已批准',
  agreedOf: (count, needed, names) => `${count} / ${needed}${names === '' ? '' : `（${names}）`}`,
  youAgreed: '你已批准。还需要其他人批准。',
  left: '剩余时间',
  now: '现在',
  drawing: '正在绘制图片…',
  noPicture: '没有图片。请阅读下面发送的内容。',
  before: '之前',
  after: '之后',
  built: (blocks, replaced, containers) =>
    `${blocks} 个方块。将替换 ${replaced} 个方块${containers > 0 ? `，其中 ${containers} 个容器装有物品` : ''}。`,
  inside: '区域内有：',
  notAllKnown: '不清楚那里的全部内容。',
  sent: '完整请求',
  showSecrets: '显示隐藏的值',
  type: (text) => `要批准，请输入 ${text}`,
  deny: '拒绝',
  approve: '批准一次',
  what: '范围',
  howLong: '有效期',
  durations: {
    once: '仅这一次',
    '5-minutes': '5 分钟',
    '15-minutes': '15 分钟',
    '60-minutes': '60 分钟',
    session: '直到它断开连接',
    always: '始终',
  },
  approveFor: {
    '5-minutes': (what) => `批准，并在 5 分钟内允许${what}`,
    '15-minutes': (what) => `批准，并在 15 分钟内允许${what}`,
    '60-minutes': (what) => `批准，并在 60 分钟内允许${what}`,
    session: (what) => `批准，并在它断开连接之前允许${what}`,
    always: (what) => `批准，并始终允许${what}`,
  },
  read: '请先阅读',
  errors: {
    'RISK.APPROVAL_CLOSED': '此请求已经结束。',
    'RISK.APPROVAL_TOO_QUICK': '请先阅读，再批准。',
    'RISK.APPROVAL_NOT_TYPED': '请照名称原样输入。',
    'AUTH.TOKEN_INVALID': '配对码错误。输错五次后需要新的配对码。',
    'AUTH.TOKEN_EXPIRED': '此次配对已结束。请获取新的配对码并扫描。',
    'SYSTEM.RATE_LIMITED': '尝试次数过多，请稍候。',
  },
  failed: '失败：',
}

export const textsOf = (language: string): Texts => (language.startsWith('zh') ? zh : en)
