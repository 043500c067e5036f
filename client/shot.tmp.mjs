// usage: node shot.tmp.mjs base email outprefix path[,name] ...
import { chromium } from 'playwright-core';
const [,, base, email, ...paths] = process.argv;
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell' });
const ctx = await browser.newContext({ baseURL: base, viewport: { width: 1440, height: 900 } });
const page = await ctx.newPage();
page.on('console', m => m.type()==='error' && console.log('console', m.text()));
const since = Date.now();
await page.goto('/login');
await page.getByRole('radio', { name: 'Email' }).check();
await page.getByRole('textbox').fill(email);
await page.getByRole('button', { name: 'LOGIN' }).click();
await page.getByRole('textbox', { name: 'Login code, 6 digits' }).waitFor();
let code;
for (let i=0;i<50&&!code;i++){ const r=await page.request.get('/dev/outbox',{headers:{Accept:'application/json'}}); const {messages}=await r.json(); const m=messages.find(m=>m.to===email&&Date.parse(m.createdAt)>=since-1000); code=m?.text.match(/\b\d{6}\b/)?.[0]; await page.waitForTimeout(100);}
await page.keyboard.type(code);
await page.waitForURL(/dashboard|welcome/);
for (const p of paths) { const [path,name,click]=p.split(',');
  for (const [w,h] of [[1440,900],[360,740]]) {
    await page.setViewportSize({width:w,height:h});
    await page.goto(path); await page.waitForTimeout(1500);
    if (click) { await page.getByRole('button',{name:click}).first().click(); await page.waitForTimeout(800); }
    await page.screenshot({path:`/tmp/shots/${name}-${w}.png`, fullPage: !click && !path.startsWith('/chat')});
  } }
await browser.close();
