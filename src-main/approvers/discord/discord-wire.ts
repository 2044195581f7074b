/**
 * Discord wire: messages and interactions between the program and the library of Discord.
 *
 * Guards invariant 5: a message mentions nobody, and a name of Discord is bounded and cleaned before it is used. Guards
 * invariant 6: what tells accounts apart is the id; no name, nickname or role of Discord is read.
 */
import type { ButtonInteraction, ChatInputCommandInteraction, Interaction, MessageCreateOptions } from 'discord.js'
import { plainName } from '../../policy/text/untrusted-text.js'

export interface DiscordButton {
  readonly customId: string
  readonly label: string
  readonly tone: 'go' | 'stop' | 'plain'
}

export interface DiscordMessage {
  /** Markdown, at most 2000 characters. */
  readonly content: string
  readonly buttons?: readonly DiscordButton[]
  /** Makes no notification. */
  readonly isQuiet?: boolean
}

export interface DiscordUser {
  /** Never changes, and no other account has it. */
  readonly id: string
  readonly name: string
  readonly isBot: boolean
}

interface Interacted {
  /** Each interaction has its own. */
  readonly id: string
  readonly applicationId: string
  readonly guildId: string | null
  readonly channelId: string | null
  readonly user: DiscordUser
  /**
   * Says that the program works on it, within the three seconds that Discord waits. Rejects when Discord does not know
   * the interaction, or when it was responded to before.
   */
  accept(): Promise<void>
  /** Shows a text to this account alone, after `accept`. */
  tell(text: string): Promise<void>
}

export interface DiscordPress extends Interacted {
  readonly customId: string
  readonly messageId: string
}

export interface DiscordCommand extends Interacted {
  readonly name: 'link' | 'pause'
  /** As typed; of `link`. */
  readonly code: string
}

export const commandName = 'gatehouse'

/** Values of the API of Discord. */
const flags = { ephemeral: 64, suppressEmbeds: 4, suppressNotifications: 4_096 } as const
const styles = { plain: 2, go: 3, stop: 4 } as const
const types = { row: 1, button: 2, command: 1, subcommand: 1, string: 3 } as const
/** Characters of a message. */
export const maxContent = 2_000

export function messageBody({
  content,
  buttons = [],
  isQuiet = false,
}: DiscordMessage): Pick<MessageCreateOptions, 'content' | 'components' | 'allowedMentions'> {
  const components = buttons.map(({ customId, label, tone }) => ({
    type: types.button,
    custom_id: customId,
    label,
    style: styles[tone],
  }))
  return {
    content: content.slice(0, maxContent),
    components: components.length === 0 ? [] : [{ type: types.row, components }],
    allowedMentions: { parse: [] },
    ...({ flags: flags.suppressEmbeds | (isQuiet ? flags.suppressNotifications : 0) } as object),
  } as Pick<MessageCreateOptions, 'content' | 'components' | 'allowedMentions'>
}

export interface CommandTexts {
  readonly command: string
  readonly link: string
  readonly code: string
  readonly pause: string
}

export const commandBody = (texts: CommandTexts) => ({
  name: commandName,
  description: texts.command,
  type: types.command,
  options: [
    {
      name: 'link',
      description: texts.link,
      type: types.subcommand,
      options: [
        { name: 'code', description: texts.code, type: types.string, required: true, min_length: 1, max_length: 16 },
      ],
    },
    { name: 'pause', description: texts.pause, type: types.subcommand },
  ],
})

export const isButtonPress = (interaction: Interaction): interaction is ButtonInteraction => interaction.isButton()

export const readPress = (interaction: ButtonInteraction): DiscordPress => ({
  ...interacted(interaction),
  customId: interaction.customId,
  messageId: interaction.message.id,
})

export function readCommand(interaction: Interaction): DiscordCommand | undefined {
  if (!interaction.isChatInputCommand() || interaction.commandName !== commandName) return undefined
  const name = interaction.options.getSubcommand(false)
  if (name === 'pause') return { ...interacted(interaction), name, code: '' }
  if (name !== 'link') return undefined
  return { ...interacted(interaction), name, code: interaction.options.getString('code') ?? '' }
}

const interacted = (interaction: ButtonInteraction | ChatInputCommandInteraction): Interacted => ({
  id: interaction.id,
  applicationId: interaction.applicationId,
  guildId: interaction.guildId,
  channelId: interaction.channelId,
  user: {
    id: interaction.user.id,
    name: plainName(interaction.user.username, 32),
    isBot: interaction.user.bot,
  },
  accept: async () => void (await interaction.deferReply({ flags: flags.ephemeral })),
  tell: async (content) => void (await interaction.editReply({ content, allowedMentions: { parse: [] } })),
})
