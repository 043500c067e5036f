package rank

import (
	"muster/http/body"
	"muster/http/edge"
	"muster/store"
	"muster/store/rank"
)

// status replies with the caller's points, rank and streak.
func (h *calls) status(c edge.Call) (any, error) {
	state, err := h.Points.State(c.Context(), c.Caller().Member.ID)
	if err != nil {
		return nil, err
	}
	rules, streak, now := h.Points.Rules(), state.Streak, state.Now
	progress, count := state.Progress(), streak.CountAt(now)
	can := streak.CanCheckIn(now, rules.Zone)
	reply := body.PointsStatus{
		OK: body.Done, Rank: string(progress.Rank), Points: state.Points, NextRank: edge.OrNull(string(progress.NextRank)),
		TotalPointsEarned: state.Earned, StreakCount: count, HighestStreak: streak.Highest,
		CanCheckIn: can, AlreadyCheckedInToday: !can, NextCheckInTime: streak.NextCheckIn(now, rules.Zone).UTC(),
		NextCheckInPoints: rules.Curve.CheckInPoints(count + 1), StreakBonusPercent: rules.Curve.StreakBonus(count),
		Today: store.DayOf(now, rules.Zone).String(), InactivityPenalty: rules.Penalty, CheckInCurve: string(rules.Curve), IsGuardian: state.Guardian, ServerTime: now,
		RecentTransactions: transactionBodies(state.Recent),
	}
	reply.TomorrowPoints = reply.NextCheckInPoints
	if can {
		reply.TomorrowPoints = rules.Curve.CheckInPoints(count + 2)
	}
	if progress.NextRank != "" {
		reply.PointsToNextRank = &progress.ToNext
	}
	if progress.HasPercent {
		reply.ProgressToNextRank = &progress.Percent
	}
	if count > 0 {
		safe := streak.SafeUntil().UTC()
		reply.StreakSafeUntil, reply.Freezes = &safe, streak.Freezes
	}
	if w, ok := streak.Warning(state.Points, now, rules.Zone); ok && rules.Penalty {
		reply.InactivityWarning = &body.InactivityWarning{DaysMissed: w.DaysMissed, PointsAtRisk: w.PointsAtRisk, At: w.At.UTC()}
	}
	return reply, nil
}

func transactionBodies(lines []rank.PointsLine) []body.PointsTransaction {
	bodies := make([]body.PointsTransaction, 0, len(lines))
	for _, l := range lines {
		bodies = append(bodies, body.PointsTransaction{ID: l.ID, ActionType: string(l.Action), Points: l.Points, CreatedAt: l.At})
	}
	return bodies
}

// streak replies with the caller's streak.
func (h *calls) streak(c edge.Call) (any, error) {
	state, err := h.Points.State(c.Context(), c.Caller().Member.ID)
	if err != nil {
		return nil, err
	}
	can := state.Streak.CanCheckIn(state.Now, h.Points.Rules().Zone)
	return body.Streak{
		OK: body.Done, StreakCount: state.Streak.CountAt(state.Now), HighestStreak: state.Streak.Highest,
		CanCheckIn: can, AlreadyCheckedInToday: !can,
	}, nil
}

// checkIn checks the caller in, once a day.
func (h *calls) checkIn(c edge.Call) (any, error) {
	done, err := h.Points.CheckIn(c.Context(), c.Caller().Member.ID)
	if err != nil {
		return nil, err
	}
	next := done.Next.UTC()
	reply := body.CheckedIn{
		OK: body.Done, Points: done.Points, TotalPoints: done.Total, StreakCount: done.Streak.Count,
		NextCheckIn: next, NextCheckInTime: next, RankChanged: done.RankChanged, FreezeUsed: done.Froze,
	}
	if done.RankChanged {
		reply.NewRank = edge.OrNull(string(done.Rank))
	}
	return reply, nil
}

// Pages of the points ledger.
const (
	pointsPage    = 20
	maxPointsPage = 100
)

// transactions lists the lines of the caller's ledger.
func (h *calls) transactions(c edge.Call) (any, error) {
	limit, err := edge.PageLimit(c, pointsPage, maxPointsPage)
	if err != nil {
		return nil, err
	}
	lines, next, err := h.Points.Transactions(c.Context(), c.Caller().Member.ID, limit, c.Query("cursor"))
	if err != nil {
		return nil, err
	}
	return body.PointsTransactions{OK: body.Done, Transactions: transactionBodies(lines), NextCursor: edge.OrNull(next)}, nil
}

// ladder replies with the ranks and from which points each is reached.
func (h *calls) ladder(edge.Call) (any, error) {
	reply := body.Ladder{OK: body.Done, Ladder: make([]body.LadderStep, 0, len(rank.Ladder))}
	for _, step := range rank.Ladder {
		one := body.LadderStep{Rank: string(step.Rank), Reached: string(step.Reached())}
		if step.Floor >= 0 {
			one.From = &step.Floor
		}
		reply.Ladder = append(reply.Ladder, one)
	}
	return reply, nil
}

// explainStreak lists for the caller day by day how the streak came about.
func (h *calls) explainStreak(c edge.Call) (any, error) {
	days, err := h.Points.Explain(c.Context(), c.Caller().Member.ID)
	if err != nil {
		return nil, err
	}
	reply := body.StreakExplained{OK: body.Done, Streak: make([]body.StreakDay, 0, len(days))}
	for _, d := range days {
		reply.Streak = append(reply.Streak, body.StreakDay{Day: d.Day.String(), Kind: string(d.Kind), Streak: d.Streak, Points: d.Points})
	}
	return reply, nil
}

// adjustPoints gives points to a member or takes them.
func (h *calls) adjustPoints(c edge.Call) (any, error) {
	var request body.AdjustPoints
	if err := c.ReadJSON(&request); err != nil {
		return nil, err
	}
	reason, err := store.CleanReason(request.Reason)
	if err != nil {
		return nil, err
	}
	amount := 0
	if request.Amount != nil {
		amount = *request.Amount
	}
	return accountReply(c)(h.Points.AdjustPoints(c.Context(), c.Caller(), c.Param("id"), amount, reason, c.Header("Idempotency-Key")))
}

// changeGuardian makes a member a Guardian or ends that.
func (h *calls) changeGuardian(c edge.Call) (any, error) {
	var request body.ChangeGuardian
	if err := c.ReadJSON(&request); err != nil {
		return nil, err
	}
	if request.IsGuardian == nil {
		return nil, store.NewErrorReason(store.Invalid, "is_guardian", "isGuardian is required")
	}
	return accountReply(c)(h.Points.SetGuardian(c.Context(), c.Caller(), c.Param("id"), *request.IsGuardian))
}

// changeHonoraryRank gives a member an honorary rank or takes it back.
func (h *calls) changeHonoraryRank(c edge.Call) (any, error) {
	var request body.ChangeHonoraryRank
	if err := c.ReadJSON(&request); err != nil {
		return nil, err
	}
	honorary := rank.Rank("none")
	switch {
	case request.Rank == nil:
		// Only a null takes a rank back: a body without the field, or with a misspelt one, asks
		// for nothing.
		given, err := edge.HasField(c, "rank")
		if err != nil {
			return nil, err
		}
		if given {
			honorary = ""
		}
	case *request.Rank != "":
		honorary = rank.Rank(*request.Rank)
	}
	return accountReply(c)(h.Points.SetHonoraryRank(c.Context(), c.Caller(), c.Param("id"), honorary))
}

// accountReply makes the reply to a change of the member whom a call names.
func accountReply(c edge.Call) func(rank.PointsAccount, error) (any, error) {
	return func(a rank.PointsAccount, err error) (any, error) {
		if err != nil {
			return nil, err
		}
		return body.MemberPoints{
			OK: body.Done, UserID: c.Param("id"), Points: a.Points, Rank: string(a.Rank()), IsGuardian: a.Guardian,
			HonoraryRank: edge.OrNull(string(a.Honorary)),
		}, nil
	}
}
