package demo

// sampleAnswers are answers of the demo's applicants by question, each of ten words or more.
var sampleAnswers = map[string][]string{
	"why_join": {
		"I have followed the streams for years and want to talk with people who care as much as I do.",
		"My friends in CITY do not get it, so I am looking for a place where I can share this.",
		"I like how the community helps each other, and I want to be a part of that too.",
	},
	"what_about_content": {
		"The slow evening videos, because they feel like a talk with an old friend after work.",
		"The honest ones. Nobody pretends that everything is perfect, and that is rare these days.",
		"Everything about the travels, the cooking that goes wrong, and the music in the background.",
	},
	"commitment_level": {
		"I am online most evenings and will check in every day, weekends included, as I do now.",
		"Steady rather than loud: I read everything and answer when I have something useful to say.",
		"High. I moderated a small forum for three years and know what being reliable means there.",
	},
	"personality_description": {
		"Calm, curious, a little stubborn, and always the one who remembers birthdays and brings the cake.",
		"Quiet at first, then hard to stop once somebody mentions maps, trains or old radios to me.",
		"Friendly and direct. I say what I think, and I can also say sorry when I was wrong.",
	},
	"favorite_restaurant": {
		"A small noodle place near the station in CITY where the owner knows my order by heart.",
		"The taco truck behind the stadium; the green sauce there is worth every minute of the queue.",
		"My grandmother's kitchen is not a restaurant, but nobody has ever cooked better for me than her.",
	},
	"car_details": {
		"An old blue station wagon with far too many kilometres, a roof rack and a broken radio.",
		"No car at all, I ride a bicycle through CITY in every season and any kind of weather.",
		"A small electric car that I share with my sister, who always leaves it with an empty battery.",
	},
	"occupation": {
		"I am a nurse on the night shift, which is why I write at very strange hours.",
		"I repair wind turbines along the coast and read a lot while we wait for good weather.",
		"Student of history in my last year, with a weekend job in a second hand book shop.",
	},
	"special_skills": {
		"I can edit video, cut sound, bake bread, and fold a fitted sheet without any help at all.",
		"First aid, three languages, and I draw maps of places that do not exist for role playing games.",
		"I keep calm when others do not, and I can explain a spreadsheet so that people smile.",
	},
	"message_to_creator": {
		"Thank you for the winter series, it got me through a year that was not easy at all.",
		"Please never stop doing the unplanned streams; the best evenings were the ones that went wrong.",
		"I hope you take a proper holiday this year, we will all still be here when you return.",
	},
	"community_experience": {
		"Two years in a fan club with weekly calls, where I wrote the notes for those who missed it.",
		"I helped to run a chat of four hundred people and learned when to step in and when not.",
		"Mostly reading along until now, so this would be the first place where I really take part.",
	},
	"romantic_description": {
		"Long walks, terrible jokes, and cooking together without looking at the clock even once all evening.",
		"I write letters by hand and keep the ticket of every concert we have been to together.",
		"Happily married for six years to the person who showed me your very first video back then.",
	},
}
