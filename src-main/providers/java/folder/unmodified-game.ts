/**
 * Unmodified game: whether a server's folder is that of the game alone, whose chat shows players under their own names.
 *
 * Enforces invariant 6: the game alone leaves known names in its folder and its log. Anything else that loads code, or
 * may do so, counts as modified; so does a folder that cannot be listed.
 */
import { readLogLine } from '../log/log-line.js'
import type { ConfinedFolder } from './confined-folder.js'

/** What loaders and plugins have in the folder itself, and the game never makes. */
const foreignNames: ReadonlySet<string> = new Set(
  'mods coremods jarmods plugins config defaultconfigs patches .fabric .quilt .mixin.out bukkit.yml'.split(' '),
)
/** Folders of loaders and their libraries, and their own log files. */
const foreignFiles = [
  ...['net/minecraft/launchwrapper', 'net/minecraftforge', 'net/neoforged', 'net/fabricmc', 'cpw'],
  ...['org/spongepowered', 'org/quiltmc', 'org/bukkit', 'org/spigotmc', 'io/papermc', 'com/mohistmc', 'io/izzel'],
].map((name) => `libraries/${name}`)
const foreignLogs = ['fml-server-latest.log', 'fml-junk-earlystartup.log', 'debug.log'].map((name) => `logs/${name}`)
/** `server.jar`, `minecraft_server.1.12.2.jar`, `vanilla-1.21.4.jar`, `1.21.4.jar`. */
const gameJar =
  /^(?:(?:minecraft[-_.]?)?server|minecraft|vanilla|mojang[-_.]?server)?[-_.]?(?:\d{1,3}(?:\.\d{1,3}){1,2}(?:-(?:snapshot|pre|rc)-?\d{1,3})?)?\.jar$/u
/** In what the server writes before the game begins. */
const foreignWords = 'fml forge sponge fabric quilt mixin launchwrapper modlauncher bukkit spigot paper'.split(' ')

/** @param started lines of the log before the game begins, when no player can write; all are of this start */
export async function isUnmodified(folder: ConfinedFolder, started: readonly string[]): Promise<boolean> {
  const names = (await folder.names('.')).map((name) => name.toLowerCase())
  const isForeign = (name: string) => foreignNames.has(name) || (name.endsWith('.jar') && !gameJar.test(name))
  if (names.length === 0 || names.some(isForeign) || started.some(isOfLoader)) return false
  const found = await Promise.all([...foreignFiles, ...foreignLogs].map((file) => folder.facts(file)))
  return !found.some(Boolean)
}

/** The game writes no logger into its header. */
function isOfLoader(line: string): boolean {
  const lower = line.toLowerCase()
  return readLogLine(line)?.hasLogger === true || foreignWords.some((word) => lower.includes(word))
}
