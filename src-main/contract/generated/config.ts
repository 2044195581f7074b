/* Generated from schemas/ by `npm run generate`. Do not edit. */

/**
 * settings.json of a profile, once its references are resolved. What is not known here is kept as it is.
 */
export interface Config {
  /**
   * Of this format. A file that a person wrote may omit it.
   */
  version: 1
  language: 'system' | 'en' | 'zh'
  theme: 'system' | 'light' | 'dark'
  /**
   * Whether the first steps were finished or left.
   */
  welcomed?: boolean
  /**
   * Whether the built-in demo world is among the servers.
   */
  demoWorld: boolean
  /**
   * @maxItems 1000
   */
  servers: {
    id: string
    name: string
    address: string
    /**
     * SHA-256 fingerprint of the only certificate that will do.
     */
    certificate?: string
    /**
     * Management protocol of a Java server.
     */
    management?: {
      address: string
      /**
       * SHA-256 fingerprint of the only certificate that will do.
       */
      certificate?: string
    }
    /**
     * Absolute path of a Java server's folder on this computer.
     */
    folder?: string
    /**
     * A person confirmed that the RCON password may cross the internet as plain text.
     */
    plainTextConfirmed?: true
  }[]
  /**
   * Days that the audit trail keeps its rows.
   */
  auditDays?: number
  /**
   * What the audit trail may take up; beyond it the oldest rows go first.
   */
  auditMebibytes?: number
  /**
   * IP addresses are not written into the audit trail.
   */
  redactAddresses?: boolean
  /**
   * Distinct people who must agree to what is critical; 1 for a lone owner, who types the name of what it is about; 0 until a person has said who decides, which counts as 1.
   */
  criticalQuorum?: number
  /**
   * Capability id or pattern: people who must agree at least.
   */
  quorums?: {
    [k: string]: number
  }
  /**
   * What is asked by default. careful: every change. balanced: what the risk matrix asks, and kicks and mutes. specification: what the risk matrix asks.
   */
  posture?: 'careful' | 'balanced' | 'specification'
  /**
   * Id of a built-in rule: whether it is on, whatever the posture says.
   */
  builtInRules?: {
    [k: string]: boolean
  }
  /**
   * Rules that raise risk; whether they are any is checked when they are used, and until then every medium action asks.
   */
  riskRules?: {
    [k: string]: unknown
  }
  /**
   * Who has read text from the game is asked about medium actions too.
   */
  taintedMediumAsks?: boolean
  /**
   * While everything is stopped, nothing is read either.
   */
  panicStopsReading?: boolean
  /**
   * Keys that stop everything, in Electron's words; none when empty.
   */
  panicShortcut?: string
  /**
   * Whether a second person may approve on a phone in the same network, and at which port.
   */
  lanApprovals?: {
    enabled: boolean
    port: number
  }
  /**
   * When a question brings its pop-up up by itself; count: never.
   */
  popUp?: 'always' | 'unless-full-screen' | 'count'
  /**
   * The pop-up is kept out of recordings and shared screens, where the system can do that.
   */
  hideFromCapture?: boolean
  /**
   * Keys that bring the open question up, in Electron's words; none when empty.
   */
  questionShortcut?: string
  /**
   * What the system's notifications tell of.
   */
  notifications?: {
    enabled: boolean
    questions: boolean
    servers: boolean
    rules: boolean
    safety: boolean
  }
  /**
   * Whether a question plays a sound; volume in percent.
   */
  sounds?: {
    enabled: boolean
    volume: number
  }
  /**
   * When nothing makes itself noticed; over midnight where until is not after from.
   */
  quietHours?: {
    enabled: boolean
    from: string
    until: string
    /**
     * @maxItems 7
     */
    days: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[]
  }
  /**
   * What closing the window does.
   */
  closing?: 'tray' | 'quit'
  /**
   * Whether it was explained once that a closed window stays in the tray.
   */
  closingWasExplained?: boolean
  /**
   * Port of this computer at which AI clients come in over HTTP; a free one, another at each start, when 0.
   */
  httpPort?: number
  /**
   * Whether newer versions of the program are looked for without being asked, and which ones.
   */
  updates?: {
    automatic: boolean
    channel: 'stable' | 'beta'
  }
  /**
   * Addresses, coordinates, secrets, private messages and the chosen names are redacted wherever they are shown.
   */
  streamSafe?: boolean
  /**
   * Names that a stream does not show.
   *
   * @maxItems 200
   */
  streamNames?: string[]
  /**
   * A page for the stream that shows what the AI is doing.
   */
  overlay?: {
    enabled: boolean
    port: number
    look: {
      /**
       * Redacts everything that stream-safe mode redacts; addresses, secrets and private messages are always redacted.
       */
      coverAll: boolean
      /**
       * @maxItems 5
       */
      shows: ('calls' | 'approvals' | 'denials' | 'joins' | 'chat')[]
      size: 's' | 'm' | 'l'
      theme: 'light' | 'dark'
      accent: 'emerald' | 'lapis' | 'gold' | 'copper' | 'redstone' | 'amethyst'
      position: 'top-left' | 'top-right' | 'bottom-left' | 'bottom-right'
      language: 'en' | 'zh' | 'same'
      /**
       * How long a card stays.
       */
      seconds: number
      /**
       * Cards at once.
       */
      most: number
      /**
       * Nothing slides or grows.
       */
      calm: boolean
    }
  }
  /**
   * Whether and where Bedrock games connect.
   */
  bedrock?: {
    enabled: boolean
    port: number
    /**
     * Games on other devices of the network can connect too.
     */
    network: boolean
    /**
     * Connections are encrypted where the game can.
     */
    encryption: boolean
  }
  /**
   * Bedrock games that were accepted.
   *
   * @maxItems 100
   */
  bedrockGames?: {
    id: string
    name: string
  }[]
  /**
   * Names of the services that may ask for the model of the chat, each time with an approval.
   *
   * @maxItems 200
   */
  serviceModels?: string[]
  /**
   * The owner's own player, who can answer requests in the game.
   */
  gameApprover?: {
    server: string
    player: string
    /**
     * After too many wrong codes, until the owner continues in the window.
     */
    paused: boolean
  } | null
  /**
   * The AI that players talk to in the game.
   */
  chat?: {
    enabled: boolean
    /**
     * Which model answers; its key lies in the system's store.
     */
    model: {
      provider: 'openai-compatible' | 'anthropic'
      baseUrl: string
      name: string
    }
    /**
     * Dollars for a million tokens; null: a cautious price, and nothing for a model on this computer.
     */
    prices: {
      input: number
      output: number
    } | null
    /**
     * Dollars a day of all players.
     */
    dailyLimit: number
    /**
     * Dollars a day of one player.
     */
    playerDailyLimit: number
    /**
     * What players write after the @.
     */
    name: string
    /**
     * Who may talk to the AI on every server that servers does not name.
     */
    audience: 'nobody' | 'logged-in' | 'all'
    /**
     * Id of a server: who may talk to the AI there.
     */
    servers: {
      [k: string]: 'nobody' | 'logged-in' | 'all'
    }
    /**
     * Players who get no answer.
     *
     * @maxItems 1000
     */
    muted: {
      server: string
      player: string
    }[]
    /**
     * Who reads an answer.
     */
    answers: 'player' | 'everybody'
    /**
     * Lines of an answer before the player asks for more.
     */
    lines: number
    /**
     * Players see the thinking of the model.
     */
    thinking: boolean
    /**
     * What the AI may do for players who are logged in, and for others.
     */
    roles: {
      loggedIn: 'viewer' | 'operator' | 'admin' | 'super_admin'
      others: 'viewer' | 'operator' | 'admin' | 'super_admin'
    }
  }
  /**
   * Endpoints of XiaoZhi voice devices.
   *
   * @maxItems 8
   */
  xiaozhi?: {
    /**
     * Of the client that the device is.
     */
    id: string
    /**
     * The address without its token.
     */
    place: string
    enabled: boolean
    /**
     * Of what Gatehouse says to the device.
     */
    language: 'en' | 'zh'
    /**
     * Names of the tools that the device gets; the usual ones when left out.
     *
     * @maxItems 1000
     */
    tools?: string[]
    /**
     * Longest result.
     */
    resultBytes: number
  }[]
}
