// recall: what an agent should know when a session begins, and what was said when a turn ends.
// Written by `recall hooks install opencode`, removed by `recall hooks remove opencode`.
import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { homedir } from "node:os"

const USUAL = `${homedir()}/.local/bin/recall`
const RECALL = existsSync(USUAL) ? USUAL : "recall"
const TITLE = "title generator" // opencode asks for a session's title with a prompt of its own: no brief there

export const Recall = async ({ directory }) => {
  const told = new Map() // one brief a session, the same bytes every turn: the provider's prompt cache holds
  const hook = (event, session, wait) =>
    new Promise((done) => {
      const child = spawn(RECALL, ["hook", event, "--agent", "opencode"], {
        cwd: directory,
        detached: !wait,
        stdio: ["pipe", wait ? "pipe" : "ignore", "ignore"],
      })
      let text = ""
      const stop = wait && setTimeout(() => child.kill(), 10_000)
      child.on("error", () => done(""))
      child.stdin.on("error", () => {})
      child.stdout?.on("data", (part) => (text += part))
      child.on("close", () => (clearTimeout(stop), done(text)))
      child.stdin.end(JSON.stringify({ session_id: session, cwd: directory }))
      if (!wait) child.unref()
    })
  return {
    "experimental.chat.system.transform": async (input, output) => {
      if (output.system.some((text) => text.includes(TITLE))) return
      const session = input?.sessionID ?? ""
      if (!told.has(session)) told.set(session, hook("session-start", session, true))
      const text = (await told.get(session)).trim()
      if (text) output.system.push(text)
    },
    event: async ({ event }) => {
      if (event.type === "session.idle") hook("session-end", event.properties?.sessionID ?? "", false)
    },
  }
}
